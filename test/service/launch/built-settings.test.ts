import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getBuiltEntry } from '../../support/program-process.ts';

const DIST = join(dirname(getBuiltEntry('serve')), '..');

const scripts = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.c?js$/.test(path))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(DIST, path), 'utf8') }));

const pathsWith = (text: string) =>
  scripts.filter((script) => script.text.includes(text)).map(({ path }) => path.replace(/-[\w-]{8}(?=\.js$)/, ''));

describe('the built program', () => {
  it('can write settings only in programs with a window, not in a command or thread', () => {
    expect(pathsWith('an object whose keys are the versions to migrate')).toEqual([
      'host/serve-program.js',
      'main/main.js',
    ]);
    expect(pathsWith('electron-store-get-data')).toEqual(['main/main.js']);
  });

  it('keeps Electron from electron-store, which then opens no channel: it imports the whole module', () => {
    const imports = scripts.flatMap(({ text }) => [...text.matchAll(/\bimport([^;'"`]*?)from\s*["']electron["']/g)]);
    expect(imports).toHaveLength(1);
    expect(imports[0]?.[1]?.trim()).toMatch(/^\{[\w\s,]+\}$/);
    expect(imports[0]?.[1]).not.toMatch(/\bdefault\b/);
  });
});
