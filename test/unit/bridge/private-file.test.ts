import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  replacePrivateFile,
  replacePrivateFileSync,
  writePrivateFileSync,
} from '../../../electron/base/private-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a private file', () => {
  it.each([
    ['by a running program', (file: string) => replacePrivateFile(file, 'new')],
    ['by a start', async (file: string) => replacePrivateFileSync(file, 'new', `${file}.new`)],
  ])('is replaced as a whole %s, even if a killed program left a draft', async (_, replace) => {
    const path = temporaryFolder();
    const file = join(path, 'secret');
    writeFileSync(file, 'old', { mode: 0o644 });
    writeFileSync(`${file}.new`, 'half', { mode: 0o644 });

    await replace(file);

    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(path)).toEqual(['secret']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('leaves no draft if it cannot be replaced', async () => {
    const path = temporaryFolder();
    const file = join(path, 'secret');
    mkdirSync(join(file, 'folder'), { recursive: true });

    await expect(replacePrivateFile(file, 'new')).rejects.toThrow();
    expect(readdirSync(path)).toEqual(['secret']);
  });

  it('never overwrites another when it is created', () => {
    const path = temporaryFolder();
    const file = join(path, 'secret');
    writeFileSync(file, 'old');

    expect(() => writePrivateFileSync(file, 'new')).toThrow('EEXIST');
    expect(readFileSync(file, 'utf8')).toBe('old');
  });
});
