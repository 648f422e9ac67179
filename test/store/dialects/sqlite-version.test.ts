import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { assertSafeSqlite } from '../../../electron/store/dialects/sqlite-connection.ts';

describe('demandSafeSqlite', () => {
  it.each(['3.51.2', '3.51.0', '3.50.4', '3.7.0', '2.99.99', '', 'unknown'])(
    'refuses SQLite "%s", whose write-ahead log may damage the file, in one sentence',
    (version) => {
      expect(() => assertSafeSqlite(version)).toThrow(
        expect.objectContaining({ name: 'StoreError', message: expect.stringContaining('3.51.3 or later') }),
      );
    },
  );

  it.each(['3.51.3', '3.51.10', '3.52.0', '3.100.0', '4.0.0'])('accepts SQLite %s', (version) => {
    expect(() => assertSafeSqlite(version)).not.toThrow();
  });

  it('accepts the SQLite of this Node', () => {
    const connection = new DatabaseSync(':memory:');
    const { version } = connection.prepare('select sqlite_version() as version').get() ?? {};
    expect(() => assertSafeSqlite(String(version))).not.toThrow();
    connection.close();
  });
});
