import { lutimesSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPartPath, removeOldParts } from '../../../electron/exports/atomic-file.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;

function leave(path: string, minutesAgo: number): string {
  writeFileSync(path, 'half');
  const at = (NOW - minutesAgo * MINUTE) / 1_000;
  utimesSync(path, at, at);
  return basename(path);
}

describe('createPartPath', () => {
  it.each(['a.csv', 'é'.repeat(120), '表'.repeat(80), '📈'.repeat(60)])(
    'is valid on every disk, and different for each call: %s',
    (name) => {
      const path = join('/exports', name);
      const part = createPartPath(path);

      expect(Buffer.byteLength(basename(part))).toBeLessThanOrEqual(255);
      expect(part).not.toBe(createPartPath(path));
    },
  );
});

describe('removeOldParts', () => {
  it('removes the part files of this file that nobody has touched for an hour', async () => {
    const path = join(createTemporaryFolder(), 'a.csv');
    leave(createPartPath(path), 61);
    const young = leave(createPartPath(path), 59);

    await removeOldParts(path, NOW);

    expect(readdirSync(join(path, '..'))).toEqual([young]);
  });

  it('leaves everything else, however old', async () => {
    const folder = createTemporaryFolder();
    const path = join(folder, 'a.csv');
    const names = ['b.csv', 'a.csv.gz', 'aa.csv'].map((other) => leave(createPartPath(join(folder, other)), 999));
    names.push(leave(path, 999), leave(join(folder, '.a.csv.mine.part'), 999));
    mkdirSync(createPartPath(path));
    const link = createPartPath(path);
    symlinkSync('a.csv', link);
    lutimesSync(link, 1_000, 1_000);

    await removeOldParts(path, NOW);

    expect(readdirSync(folder)).toHaveLength(names.length + 2);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(names));
  });
});
