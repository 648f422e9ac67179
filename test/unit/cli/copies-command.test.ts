import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { formatCopies, formatEmptied, formatStatus, readStatusLines } from '../../../electron/cli/copies.ts';
import { FIRST_COPY } from '../../support/sample-connections.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

function makeDatabase(file: string): void {
  const connection = new DatabaseSync(file);
  connection.exec('pragma journal_mode = wal; create table other (id integer)');
  connection.close();
}

describe('npm run copies', () => {
  it('lists the copies with their users, without control characters', () => {
    const usedAt = Date.parse('2026-11-21T12:00:00Z');
    const copy = {
      baseUrl: 'https://shop.example',
      account: 'a\u001b[2J',
      email: 'o@a.example',
      usedAt,
      bytes: 2_340_000,
    };
    expect(formatCopies([copy])).toEqual(['a?[2J  o@a.example  https://shop.example  used 2026-11-21 13:00  2.3 MB']);
    expect(formatCopies([])).toEqual(['There are no copies.']);
    expect(formatEmptied({ copies: 1, bytes: 2_340_000 })).toBe('1 copy is removed: 2.3 MB freed.');
    expect(formatEmptied({ copies: 0, bytes: 0 })).toBe('0 copies are removed: 0.0 MB freed.');
  });

  it.each([
    ['is empty', () => {}, '  Nothing has been read yet.'],
    ['has no tables yet', (file: string) => makeDatabase(file), '  Nothing has been read yet.'],
    [
      'is damaged',
      (file: string) => writeFileSync(file, 'no data file'),
      '  It cannot be read: file is not a database.',
    ],
  ])('reports for one copy that its file %s', async (_name, make, line) => {
    const file = `${createTemporaryFolder()}/copy.db`;
    writeFileSync(file, '');
    make(file);
    const copy = { baseUrl: 'storekeeper+https://api-demo.example', account: 'demo', email: 'o@a.example', bytes: 0 };
    const confirmedAt = Date.parse('2026-11-21T12:00:00Z');
    expect(await readStatusLines({ ...copy, confirmedAt, isStopped: false, failure: null, file })).toEqual([
      'demo  o@a.example  storekeeper+https://api-demo.example',
      '  rights confirmed 2026-11-21 13:00, 0.0 MB',
      line,
    ]);
  });

  it.each([
    [{ isWhole: true, done: 900, of: 900 }, ['  all listed orders have been read: 900 of 900']],
    [
      { isWhole: true, areOlderKnown: false, done: 900, of: 900 },
      [
        '  all listed orders have been read: 900 of 900',
        '  there may be orders that are not listed, from before 2026-08-01',
      ],
    ],
    [
      { isWhole: false, unreadable: 2, unread: 1, done: 897, of: 900 },
      [
        '  orders are complete from 2026-08-01: 897 of 900',
        '  orders that cannot be read: 2; their months are not complete',
        '  orders that are not read yet: 1; their months are not complete',
      ],
    ],
  ])('says which orders are known: %j', (changes, expected) => {
    const coverage = FIRST_COPY.coverage && { ...FIRST_COPY.coverage, months: [], ...changes };
    const status = { ...FIRST_COPY, streams: [], coverage };
    const copy = { baseUrl: 'https://shop.example', account: 'demo', email: 'o@a.example', bytes: 0 };
    const lines = formatStatus({ ...copy, confirmedAt: 0, isStopped: false, failure: null }, status);
    expect(lines.slice(2)).toEqual(expected);
  });
});
