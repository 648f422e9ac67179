import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { NodeSqliteDatabase } from '../../../electron/store/dialects/sqlite-connection.ts';

describe('NodeSqliteDatabase', () => {
  let connection: DatabaseSync;
  let database: NodeSqliteDatabase;

  beforeEach(() => {
    connection = new DatabaseSync(':memory:');
    connection.exec('create table kept (value)');
    database = new NodeSqliteDatabase(connection);
  });

  const keep = (value: unknown) => database.prepare('insert into kept (value) values (?)').run([value]);
  const kept = () => connection.prepare('select value, typeof(value) as type from kept').all();

  it('stores an integer as an integer and returns it as a number', () => {
    keep(Number.MAX_SAFE_INTEGER);

    expect(kept()).toEqual([{ value: Number.MAX_SAFE_INTEGER, type: 'integer' }]);
    expect(database.prepare('select value from kept').all([])).toEqual([{ value: Number.MAX_SAFE_INTEGER }]);
  });

  it('stores text with a NUL character and null unchanged', () => {
    keep('a\0b');
    keep(null);

    expect(database.prepare('select length(cast(value as blob)) as bytes from kept').all([])).toEqual([
      { bytes: 3 },
      { bytes: null },
    ]);
  });

  it.each([
    ['a number with decimals', 12.1],
    ['an unsafe integer', 2 ** 53],
    ['not a number', Number.NaN],
    ['a date', new Date(0)],
    ['an object', { value: 1 }],
    ['a list', [1]],
    ['a boolean', true],
    ['nothing', undefined],
  ])('refuses %s', (_, value) => {
    expect(() => keep(value)).toThrow(TypeError);
    expect(kept()).toEqual([]);
  });

  it('refuses to read an integer that a number cannot hold', () => {
    keep(2n ** 53n);

    expect(() => database.prepare('select value from kept').all([])).toThrow(RangeError);
  });
});
