import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { locateProgram } from '../../../electron/startup/program-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

describe('locateProgram', () => {
  it('finds the build from the sources', () => {
    const { root, version, docsFolder, preload } = locateProgram(join(ROOT, 'electron'));
    expect([root, docsFolder]).toEqual([ROOT, join(ROOT, 'dist', 'docs')]);
    expect(preload).toBe(join(ROOT, 'dist', 'preload', 'preload.cjs'));
    expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
  });

  it('finds the worker tasks beside the sources', () => {
    const folder = join(ROOT, 'electron');
    expect(locateProgram(folder).platformTask).toBe(join(folder, 'workers', 'platform-task.ts'));
  });

  it.each(['host', 'main'])('finds the worker tasks in the build, from dist/%s', (folder) => {
    const script = join(ROOT, 'dist', 'tasks', 'platform', 'platform-task.cjs');
    expect(locateProgram(join(ROOT, 'dist', folder)).platformTask).toBe(script);
  });

  it('knows where npm runs its commands, which an installed program does not have', () => {
    expect(locateProgram(join(ROOT, 'electron')).projectFolder).toBe(ROOT);
    const installed = temporaryFolder();
    writeFileSync(join(installed, 'package.json'), '{"version":"1.0.0"}');
    expect(locateProgram(installed).projectFolder).toBeNull();
  });

  it('reports that there is no package.json above', () => {
    expect(() => locateProgram(temporaryFolder())).toThrow('package.json of Tilldesk is missing');
  });
});
