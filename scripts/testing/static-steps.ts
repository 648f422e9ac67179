import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Step, toolStep } from './step.ts';
import { commandOf } from './tool.ts';

/** What can be told from the sources alone: format and lint, types, dead exports. */
export function staticSteps(root: string): Step[] {
  const biome = commandOf(root, '@biomejs/biome', 'biome');
  const tsc = commandOf(root, 'typescript', 'tsc');
  const knip = commandOf(root, 'knip', 'knip');
  return [
    toolStep('format and lint', { script: biome, args: ['check', '--error-on-warnings', '.'] }),
    ...typedFolders(root).map((folder) =>
      toolStep(`types of ${folder}`, { script: tsc, args: ['-p', join(folder, 'tsconfig.json')] }),
    ),
    toolStep('dead exports', { script: knip, args: ['--no-progress', '--treat-config-hints-as-errors'] }),
  ];
}

function typedFolders(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'tsconfig.json')))
    .map((entry) => entry.name);
}
