import { join } from 'node:path';
import { build } from 'vite';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

/** The program in one file: it starts in a third of the time that its sources take. Answers the file. */
export async function bundleVictim(folder: string): Promise<string> {
  const name = 'victim.mjs';
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'test/abuse/kill-loop/program/victim.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: name, codeSplitting: false } },
    },
  });
  return join(folder, name);
}
