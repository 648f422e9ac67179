import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Disk, fillPart, replaceFile } from '../../../electron/exports/atomic-file.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

async function* text(content: string) {
  yield content;
}

const filling = (content: string) => (part: string, mode: number | null) =>
  fillPart(part, text(content), () => undefined, { mode });

/** Creates a folder with a file, and a link to that file in another folder. */
function linkedFile() {
  const folder = createTemporaryFolder();
  mkdirSync(join(folder, 'kept'));
  const file = join(folder, 'kept', '2026.csv');
  const link = join(folder, 'latest.csv');
  writeFileSync(file, 'old', { mode: 0o640 });
  symlinkSync(join('kept', '2026.csv'), link);
  return { folder, file, link };
}

describe.skipIf(process.platform === 'win32')('the target of an export', () => {
  it('is the file behind a link, and the link stays', async () => {
    const { folder, file, link } = linkedFile();

    expect(await replaceFile(link, filling('new'))).toMatchObject({ filled: { bytes: 3 }, path: link });

    expect(readlinkSync(link)).toBe(join('kept', '2026.csv'));
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect([readdirSync(folder), readdirSync(join(folder, 'kept'))]).toEqual([['kept', 'latest.csv'], ['2026.csv']]);
  });

  it('stays unchanged if the new file gets another name, which lies beside it', async () => {
    const { file, link } = linkedFile();
    const pathOf = (_filled: unknown, path: string) => path.replace('.csv', '_INCOMPLETE.csv');

    const { path } = await replaceFile(link, filling('some'), { choosePath: pathOf });

    expect(path).toBe(file.replace('.csv', '_INCOMPLETE.csv'));
    expect([readFileSync(path, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['some', 'old']);
  });

  it('is replaced on a file system without permissions, such as FAT', async () => {
    const path = join(createTemporaryFolder(), 'a.csv');
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
});
