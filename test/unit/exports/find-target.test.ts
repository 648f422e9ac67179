import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTarget } from '../../../electron/exports/atomic-file.ts';
import { makeFifo } from '../../support/make-fifo.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const onPosix = describe.skipIf(process.platform === 'win32');

describe('findTarget', () => {
  it('finds nothing at a new name', async () => {
    const path = join(temporaryFolder(), 'a.csv');

    expect(await findTarget(path)).toEqual({ path, mode: null });
  });

  it('refuses a folder', async () => {
    await expect(findTarget(temporaryFolder())).rejects.toMatchObject({
      code: 'not_written',
      reason: 'bad-name',
      message: 'The file was not saved: it is a folder.',
    });
  });

  it('refuses a name that is too long for the disk', async () => {
    await expect(findTarget(join(temporaryFolder(), 'a'.repeat(300)))).rejects.toMatchObject({
      reason: 'bad-name',
      message: 'The file was not saved: its name is too long.',
    });
  });
});

onPosix('findTarget where there are links and permissions', () => {
  it('finds the permissions of a file', async () => {
    const path = join(temporaryFolder(), 'a.csv');
    writeFileSync(path, '', { mode: 0o640 });

    expect(await findTarget(path)).toEqual({ path, mode: 0o640 });
  });

  it('follows a link to a file, through others', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.csv'), '', { mode: 0o600 });
    symlinkSync('a.csv', join(folder, 'one'));
    symlinkSync('one', join(folder, 'two'));

    expect(await findTarget(join(folder, 'two'))).toEqual({ path: join(folder, 'a.csv'), mode: 0o600 });
  });

  it.each([
    ['a FIFO', (path: string) => makeFifo(path), 'it is no file, but a device or the like'],
    [
      'a link to a FIFO',
      (path: string) => {
        makeFifo(`${path}.fifo`);
        symlinkSync(`${path}.fifo`, path);
      },
      'it is no file, but a device or the like',
    ],
    ['a link to a folder', (path: string) => symlinkSync('.', path), 'it is a folder'],
    ['a link to nothing', (path: string) => symlinkSync('gone', path), 'it is a link to a file that does not exist'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'it is a link that leads round in a circle'],
  ])('refuses %s', async (_what, make, words) => {
    const path = join(temporaryFolder(), 'a.csv');
    make(path);

    await expect(findTarget(path)).rejects.toMatchObject({
      code: 'not_written',
      reason: 'bad-name',
      message: `The file was not saved: ${words}.`,
    });
  });

  it('says so where a part of the path is no folder', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'sub'));
    writeFileSync(join(folder, 'sub', 'file'), '');

    await expect(findTarget(join(folder, 'sub', 'file', 'a.csv'))).rejects.toMatchObject({ reason: 'no-folder' });
  });
});
