import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { locateProgram } from '../../../electron/launch/locate-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

describe('locateProgram', () => {
  it('finds the parts of the build from the sources', () => {
    const { root, version, docsFolder, preload } = locateProgram(join(ROOT, 'electron'));
    expect([root, docsFolder]).toEqual([ROOT, join(ROOT, 'dist', 'docs')]);
    expect(preload).toBe(join(ROOT, 'dist', 'preload', 'preload.cjs'));
    expect(version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
  });

  it.each([
    [['electron'], 'platform-thread.ts'],
    [['dist', 'host'], 'platform-thread.js'],
    [['dist', 'main'], 'platform-thread.js'],
  ])('finds what the threads run beside the entry in %j', (folders, name) => {
    const folder = join(ROOT, ...folders);
    expect(locateProgram(folder).platformThread).toBe(join(folder, name));
  });

  it('says so when there is no package.json above', () => {
    expect(() => locateProgram(temporaryFolder())).toThrow('package.json of Tilldesk is missing');
  });
});
