import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setStoreAside } from '../../../electron/store/backups/recover-store.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

const AT = Date.parse('2026-11-21T12:00:00Z');

function layParts(...endings: readonly string[]) {
  const folder = createTemporaryFolder();
  const file = join(folder, 'tilldesk.sqlite');
  for (const ending of endings) writeFileSync(`${file}${ending}`, `part ${ending}`);
  return { folder, file, damaged: join(folder, 'damaged') };
}

describe('setStoreAside', () => {
  it('moves a store with all its side files', () => {
    const { folder, file, damaged } = layParts('', '-wal', '-shm', '-journal');
    const aside = setStoreAside(file, damaged, AT);
    expect(aside).toBe(join(damaged, '2026-11-21T12-00-00.000Z'));
    expect(readdirSync(aside)).toHaveLength(4);
    expect(readFileSync(join(aside, 'tilldesk.sqlite-wal'), 'utf8')).toBe('part -wal');
    expect(readdirSync(folder)).toEqual(['damaged']);
  });

  it('never overwrites another one', () => {
    const { file, damaged } = layParts('');
    setStoreAside(file, damaged, AT);
    writeFileSync(file, 'the next');
    expect(setStoreAside(file, damaged, AT)).toBe(join(damaged, '2026-11-21T12-00-00.000Z-2'));
    expect(readFileSync(join(damaged, '2026-11-21T12-00-00.000Z', 'tilldesk.sqlite'), 'utf8')).toBe('part ');
  });

  it('continues in the folder of an interrupted move', () => {
    const { file, damaged } = layParts('-wal', '-shm');
    const begun = join(damaged, '2026-11-21T11-59-00.000Z');
    mkdirSync(begun, { recursive: true });
    writeFileSync(join(begun, 'tilldesk.sqlite'), 'moved before');
    expect(setStoreAside(file, damaged, AT)).toBe(begun);
    expect(readdirSync(begun).sort()).toEqual(['tilldesk.sqlite', 'tilldesk.sqlite-shm', 'tilldesk.sqlite-wal']);
  });

  it('moves everything back if a part cannot be moved', () => {
    const { folder, file, damaged } = layParts('', '-wal');
    const rename = (from: string, to: string) => {
      if (from.endsWith('-wal')) throw new Error('EBUSY');
      renameSync(from, to);
    };
    expect(() => setStoreAside(file, damaged, AT, rename)).toThrow(
      'The damaged data cannot be moved (EBUSY); nothing was changed.',
    );
    expect(readdirSync(folder).sort()).toEqual(['damaged', 'tilldesk.sqlite', 'tilldesk.sqlite-wal']);
  });

  it('says where each file is if that fails too', () => {
    const { file, damaged } = layParts('', '-wal');
    let moves = 0;
    const rename = (from: string, to: string) => {
      moves += 1;
      if (moves > 1) throw new Error('EBUSY');
      renameSync(from, to);
    };
    const aside = join(damaged, '2026-11-21T12-00-00.000Z', 'tilldesk.sqlite');
    expect(() => setStoreAside(file, damaged, AT, rename)).toThrow(`these files stay moved: ${aside}.`);
    expect(readFileSync(aside, 'utf8')).toBe('part ');
  });
});
