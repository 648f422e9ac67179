import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Disk,
  type DiskFile,
  fillPart,
  replaceFile,
} from '../../../electron/exports/writers/atomic-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function writeAtomically(path: string, source: AsyncIterable<string>, disk?: Disk): Promise<number> {
  return replaceFile(path, (part) => fillPart(part, source, disk), disk);
}

async function* chunks(...texts: string[]) {
  yield* texts;
}

async function* failingAfter(text: string) {
  yield text;
  throw new RangeError('the source broke');
}

/** The real file system, which fails at one step. */
function diskFailingAt(step: string, errno: string): Disk {
  let writes = 0;
  const unlessFailing = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    name === step ? Promise.reject(Object.assign(new Error(errno), { code: errno })) : work();
  const watched = (file: FileHandle): DiskFile => ({
    writeFile(data) {
      writes += 1;
      return unlessFailing(`writeFile ${writes}`, () => file.writeFile(data));
    },
    sync: () => unlessFailing('sync', () => file.sync()),
    close: () => file.close().then(() => unlessFailing('close', async () => {})),
  });
  return {
    rm,
    open: (path, flags) => unlessFailing('open', async () => watched(await open(path, flags))),
    rename: (from, to) => unlessFailing('rename', () => rename(from, to)),
  };
}

describe('writing a file atomically', () => {
  it('leaves the whole file under its name and nothing beside it, and answers its bytes', async () => {
    const folder = temporaryFolder();

    expect(await writeAtomically(join(folder, 'a.csv'), chunks('é', 'b'))).toBe(3);

    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('éb');
  });

  it('replaces a file of that name only when the new one is whole', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'old');
    async function* watched() {
      yield 'new';
      expect(readFileSync(path, 'utf8')).toBe('old');
      expect(readdirSync(folder)).toHaveLength(2);
      yield '!';
    }

    await writeAtomically(path, watched());

    expect(readFileSync(path, 'utf8')).toBe('new!');
  });

  it('leaves the old file and no other when the rows break off', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.csv'), 'old');

    await expect(writeAtomically(join(folder, 'a.csv'), failingAfter('half'))).rejects.toThrow(
      'the source broke',
    );

    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('old');
  });

  it('leaves nothing when the target cannot be replaced', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'a.csv'));

    await expect(writeAtomically(join(folder, 'a.csv'), chunks('x'))).rejects.toMatchObject({
      code: 'not_written',
      message: 'The file was not saved: EISDIR.',
      reason: null,
    });

    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it.each(['open', 'writeFile 1', 'writeFile 2', 'sync', 'close', 'rename'])(
    'leaves the old file and no other when the disk fails at %s',
    async (step) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'a.csv'), 'old');

      const writing = writeAtomically(
        join(folder, 'a.csv'),
        chunks('new', 'er'),
        diskFailingAt(step, 'ENOSPC'),
      );

      await expect(writing).rejects.toMatchObject({
        code: 'not_written',
        message: 'The file was not saved: the disk is full.',
        reason: 'disk-full',
      });
      expect(readdirSync(folder)).toEqual(['a.csv']);
      expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('old');
    },
  );

  it('says so when the folder is gone, and reads nothing', async () => {
    let isRead = false;
    async function* unread() {
      isRead = true;
      yield 'x';
    }

    await expect(writeAtomically(join(temporaryFolder(), 'gone', 'a.csv'), unread())).rejects.toMatchObject({
      code: 'not_written',
      message: 'The file was not saved: the folder does not exist.',
      reason: 'no-folder',
    });
    expect(isRead).toBe(false);
  });

  it.each([
    ['open', 'EPERM', 'no-permission'],
    ['open', 'EACCES', 'no-permission'],
    ['rename', 'EPERM', 'in-use'],
    ['rename', 'EACCES', 'in-use'],
    ['rename', 'EBUSY', 'in-use'],
    ['rename', 'EIO', null],
  ])('tells what the disk means when it answers at %s with %s', async (step, errno, reason) => {
    const path = join(temporaryFolder(), 'a.csv');

    await expect(writeAtomically(path, chunks('x'), diskFailingAt(step, errno))).rejects.toMatchObject({
      code: 'not_written',
      reason,
    });
  });
});
