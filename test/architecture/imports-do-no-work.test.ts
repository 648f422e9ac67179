import { describe, expect, it } from 'vitest';
import { breachesOf, parseSource, type SourceFile } from './sources.ts';

/** Commands, programs, and worker scripts. */
const ENTRIES =
  /^electron\/(main|serve|preload|cli\/(keys|accounts|copies|export|verify|move|generate|mcp)|workers\/[a-z]+-task)\.ts$/;

/** Importing a module only defines things; only entries have statements at the top level. */
function doNoWorkAtImport(file: SourceFile): string[] {
  if (!/^(electron|shared)\//.test(file.path) || ENTRIES.test(file.path)) return [];
  return parseSource(file)
    .program.body.filter(({ type }) => /Statement$/.test(type))
    .map(({ start }) => `${file.path} runs: ${file.text.slice(start).split('\n')[0]}`);
}

describe('importing a module', () => {
  it('does no work', () => {
    expect(breachesOf(doNoWorkAtImport)).toEqual([]);
    const text = 'export const A = 1;\nif (isMain) start();';
    expect(doNoWorkAtImport({ path: 'electron/bridge/bridge.ts', text })).toHaveLength(1);
  });
});
