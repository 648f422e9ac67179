import { describe, expect, it } from 'vitest';
import { assertUsableDatabase, type DatabaseFacts } from '../../electron/store/open-postgres-store.ts';

const USABLE: DatabaseFacts = { version: 150_004, encoding: 'UTF8', is_foreign: 0, is_unfinished: 0, tables: 0 };

describe('a database for a store', () => {
  it.each([150_000, 150_004, 180_001])('may have version %i', (version) => {
    expect(() => assertUsableDatabase({ ...USABLE, version })).not.toThrow();
  });

  it.each([
    [149_999, 'PostgreSQL 14'],
    [130_002, 'PostgreSQL 13'],
    [90_624, 'PostgreSQL 9'],
  ])('may not have version %i', (version, told) => {
    expect(() => assertUsableDatabase({ ...USABLE, version })).toThrow(told);
  });

  it('may not have another text encoding, or tables of another program', () => {
    expect(() => assertUsableDatabase({ ...USABLE, encoding: 'SQL_ASCII' })).toThrow('SQL_ASCII');
    expect(() => assertUsableDatabase({ ...USABLE, is_foreign: 1 })).toThrow('another program');
  });
});
