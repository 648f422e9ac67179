import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, fillPart, partPathOf, replaceFile } from '../../../electron/exports/atomic-file.ts';
import { makeFifo } from '../../support/make-fifo.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function* text(content: string) {
  yield content;
}

const filling = (content: string) => (part: string, mode: number | null) =>
  fillPart(part, text(content), () => undefined, { mode });
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** A folder with a file of its own, and a link to that from another. */
function linkedFile() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'kept'));
  const file = join(folder, 'kept', '2026.csv');
  const link = join(folder, 'latest.csv');
  writeFileSync(file, 'old', { mode: 0o640 });
  symlinkSync(join('kept', '2026.csv'), link);
  return { folder, file, link };
}

describe.skipIf(process.platform === 'win32')('a file that is replaced', () => {
  it('is the one to which a link leads, and the link stays', async () => {
    const { folder, file, link } = linkedFile();

    expect(await replaceFile(link, filling('new'))).toMatchObject({ filled: { bytes: 3 }, path: link });

    expect(readlinkSync(link)).toBe(join('kept', '2026.csv'));
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect([readdirSync(folder), readdirSync(join(folder, 'kept'))]).toEqual([['kept', 'latest.csv'], ['2026.csv']]);
  });

  it('stays what it is when the new one gets another name, which lies beside it', async () => {
    const { file, link } = linkedFile();
    const pathOf = (_filled: unknown, path: string) => path.replace('.csv', '_INCOMPLETE.csv');

    const { path } = await replaceFile(link, filling('some'), { pathOf });

    expect(path).toBe(file.replace('.csv', '_INCOMPLETE.csv'));
    expect([readFileSync(path, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['some', 'old']);
  });

  it.each([0o600, 0o644, 0o666, 0o604, 0o440])('keeps its permissions %o, whatever the umask says', async (mode) => {
    const path = join(temporaryFolder(), 'a.csv');
    writeFileSync(path, 'old');
    execFileSync('chmod', [mode.toString(8), path]);
    const seen: number[] = [];
    const fill = async (part: string, kept: number | null) => {
      const bytes = await filling('new')(part, kept);
      seen.push(modeOf(part));
      return bytes;
    };

    await replaceFile(path, fill);

    expect(modeOf(path)).toBe(mode);
    // What is private is so while it is written; its owner may always write.
    expect(seen.map((bits) => bits & ~(mode | 0o600))).toEqual([0]);
  });

  it('is replaced where the file system has no permissions, such as FAT', async () => {
    const path = join(temporaryFolder(), 'a.csv');
    writeFileSync(path, 'old', { mode: 0o640 });
    const refused = Object.assign(new Error('EPERM'), { code: 'EPERM' });
    const disk: Disk = {
      rename,
      rm,
      async open(part, flags, mode) {
        const file = await open(part, flags, mode);
        file.chmod = () => Promise.reject(refused);
        return file;
      },
    };
    const fill = async (part: string) => fillPart(part, text('new'), () => undefined, { disk, mode: 0o600 });

    await replaceFile(path, fill, { disk });

    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('is rid of what a killed export left beside it', async () => {
    const path = join(temporaryFolder(), 'a.csv');
    const left = partPathOf(path);
    writeFileSync(left, 'half');
    utimesSync(left, 1_000, 1_000);

    await replaceFile(path, filling('new'));

    expect(readdirSync(join(path, '..'))).toEqual(['a.csv']);
  });

  it('is never something else than a file', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.csv');
    makeFifo(path);
    const fill = async () => {
      throw new Error('this was work');
    };

    await expect(replaceFile(path, fill)).rejects.toMatchObject({ code: 'not_written', reason: 'bad-name' });

    expect(lstatSync(path).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  it('is not what came in its place while the new one was written', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'old');
    const fill = async (part: string, mode: number | null) => {
      unlinkSync(path);
      makeFifo(path);
      return filling('new')(part, mode);
    };

    await expect(replaceFile(path, fill)).rejects.toMatchObject({ reason: 'bad-name' });

    expect(lstatSync(path).isFIFO()).toBe(true);
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });
});
