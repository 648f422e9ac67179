import { describe, expect, it } from 'vitest';
import { type DatabaseFacts, demandFitDatabase } from '../../electron/store/open-postgres-store.ts';

const FIT: DatabaseFacts = { version: 150_004, encoding: 'UTF8', is_strange: 0, is_unfinished: 0, tables: 0 };

describe('a database for a store', () => {
  it.each([150_000, 150_004, 180_001])('may have version %i', (version) => {
    expect(() => demandFitDatabase({ ...FIT, version })).not.toThrow();
  });

  it.each([
    [149_999, 'PostgreSQL 14'],
    [130_002, 'PostgreSQL 13'],
    [90_624, 'PostgreSQL 9'],
  ])('may not have version %i', (version, told) => {
    expect(() => demandFitDatabase({ ...FIT, version })).toThrow(told);
  });

  it('may not have text in another encoding, or tables of another program', () => {
    expect(() => demandFitDatabase({ ...FIT, encoding: 'SQL_ASCII' })).toThrow('SQL_ASCII');
    expect(() => demandFitDatabase({ ...FIT, is_strange: 1 })).toThrow('another program');
  });
});
