import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, type DiskFile, fillPart, replaceFile } from '../../../electron/exports/atomic-file.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

async function writeAtomically(path: string, source: AsyncIterable<string>, disk?: Disk): Promise<number> {
  const fill = (part: string, mode: number | null) =>
    fillPart(part, source, () => undefined, { mode, ...(disk && { disk }) });
  return (await replaceFile(path, fill, disk && { disk })).filled.bytes;
}

async function* chunks(...texts: string[]) {
  yield* texts;
}

async function* failingAfter(text: string) {
  yield text;
  throw new RangeError('the source broke');
}

/** The real file system, except that one step fails. */
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
    stat: file.stat.bind(file),
    chmod: (mode) => unlessFailing('chmod', () => file.chmod(mode)),
    close: () => file.close().then(() => unlessFailing('close', async () => {})),
  });
  return {
    rm,
    open: (path, flags, mode) => unlessFailing('open', async () => watched(await open(path, flags, mode))),
    rename: (from, to) => unlessFailing('rename', () => rename(from, to)),
  };
}

describe('writing a file atomically', () => {
  it('replaces an existing file only when the new one is complete', async () => {
    const folder = createTemporaryFolder();
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

  it('leaves only the old file if the rows break off', async () => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, 'a.csv'), 'old');

    await expect(writeAtomically(join(folder, 'a.csv'), failingAfter('half'))).rejects.toThrow('the source broke');

    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('old');
  });

  it.each(['open', 'writeFile 1', 'writeFile 2', 'sync', 'close', 'chmod', 'rename'])(
    'leaves only the old file if the disk fails at %s',
    async (step) => {
      const folder = createTemporaryFolder();
      // This mode differs from that of a new file, so the writer has to call chmod before it renames.
      writeFileSync(join(folder, 'a.csv'), 'old', { mode: 0o400 });

      const writing = writeAtomically(join(folder, 'a.csv'), chunks('new', 'er'), diskFailingAt(step, 'ENOSPC'));

      await expect(writing).rejects.toMatchObject({
        code: 'not_written',
        message: 'The file was not saved: the disk is full.',
        reason: 'disk-full',
      });
      expect(readdirSync(folder)).toEqual(['a.csv']);
      expect(readFileSync(join(folder, 'a.csv'), 'utf8')).toBe('old');
    },
  );

  it.each([
    ...['CON', 'con.csv', 'Prn.xlsx', 'aux.tar.gz', 'NUL.pdf', 'com1.csv', 'COM9', 'lpt1.jsonl', 'LPT9.x'],
    ...['con .csv', 'CONIN$', 'a.', 'a.csv.', 'a ', 'a.csv ', 'a\nb.csv', 'a\0.csv', 'a\u0085.csv', '...'],
    ...['a<b.csv', 'a>b.csv', 'a:b.csv', 'a"b.csv', 'a|b.csv', 'a?.csv', '*.csv'],
  ])('refuses %j before any work', async (name) => {
    const folder = createTemporaryFolder();
    const fill = async () => {
      throw new Error('this was work');
    };

    await expect(replaceFile(join(folder, name), fill)).rejects.toMatchObject({
      code: 'not_written',
      reason: 'bad-name',
      message: 'The file was not saved: Windows does not allow this name.',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['console.csv', 'com10.csv', 'com.csv', 'nul_2.csv', 'a.b.csv', ' a.csv', '.csv', 'prijslijst é.csv'])(
    'accepts %j',
    async (name) => {
      const folder = createTemporaryFolder();

      await writeAtomically(join(folder, name), chunks('x'));

      expect(readdirSync(folder)).toEqual([name]);
    },
  );

  it('says that the folder does not exist, and reads nothing', async () => {
    let isRead = false;
    async function* unread() {
      isRead = true;
      yield 'x';
    }

    await expect(writeAtomically(join(createTemporaryFolder(), 'gone', 'a.csv'), unread())).rejects.toMatchObject({
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
    ['writeFile 1', 'EFBIG', null, 'it is larger than the disk allows'],
    ['open', 'ENAMETOOLONG', 'bad-name', 'its name is too long'],
    ['rename', 'EISDIR', 'bad-name', 'it is a folder'],
    ['open', 'ELOOP', 'bad-name', 'it is a link that leads back to itself'],
  ])('explains the error of the disk at %s: %s', async (step, errno, reason, words = '') => {
    const folder = createTemporaryFolder();
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'old');

    await expect(writeAtomically(path, chunks('x'), diskFailingAt(step, errno))).rejects.toMatchObject({
      code: 'not_written',
      reason,
      message: expect.stringContaining(words),
    });
    expect(readdirSync(folder)).toEqual(['a.csv']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });
});
