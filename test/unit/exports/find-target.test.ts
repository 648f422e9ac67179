import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTarget } from '../../../electron/exports/atomic-file.ts';
import { makeFifo } from '../../support/make-fifo.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const onPosix = describe.skipIf(process.platform === 'win32');

describe('findTarget', () => {
  it('refuses a name that is too long for the disk', async () => {
    await expect(findTarget(join(createTemporaryFolder(), 'a'.repeat(300)))).rejects.toMatchObject({
      reason: 'bad-name',
      message: 'The file was not saved: its name is too long.',
    });
  });
});

onPosix('findTarget where there are links and permissions', () => {
  it.each([
    ['a FIFO', (path: string) => makeFifo(path), 'it is a device or another special file'],
    [
      'a link to a FIFO',
      (path: string) => {
        makeFifo(`${path}.fifo`);
        symlinkSync(`${path}.fifo`, path);
      },
      'it is a device or another special file',
    ],
    ['a link to a folder', (path: string) => symlinkSync('.', path), 'it is a folder'],
    ['a link to nothing', (path: string) => symlinkSync('gone', path), 'it is a link to a file that does not exist'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'it is a link that leads back to itself'],
  ])('refuses %s', async (_what, make, words) => {
    const path = join(createTemporaryFolder(), 'a.csv');
    make(path);

    await expect(findTarget(path)).rejects.toMatchObject({
      code: 'not_written',
      reason: 'bad-name',
      message: `The file was not saved: ${words}.`,
    });
  });
});
