import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonDecimal, jsonFlag } from '../../electron/store/json-text.ts';
import { NodeSqliteDatabase } from '../../electron/store/node-sqlite-database.ts';
import type { StoreSchema } from '../../electron/store/schema.ts';
import { TransactionalSqliteDialect } from '../../electron/store/sqlite-dialect.ts';

const LARGEST_EXACT = 10 ** 15 - 1;

describe('jsonDecimal', () => {
  const connection = new NodeSqliteDatabase(new DatabaseSync(':memory:'));
  const db = new Kysely<StoreSchema>({ dialect: new TransactionalSqliteDialect(connection) });
  afterAll(() => db.destroy());

  async function written(value: number | null, scale: number): Promise<string> {
    const decimal = jsonDecimal(sql<number | null>`cast(${value} as integer)`, scale);
    const { rows } = await sql<{ text: string }>`select json_array(${decimal}) as text`.execute(db);
    return rows[0]?.text ?? '';
  }

  it.each([
    [12_500, 1_000, '[12.5]'],
    [12_000, 1_000, '[12]'],
    [-1, 10_000, '[-0.0001]'],
    [0, 10_000, '[0]'],
    [null, 1_000, '[null]'],
  ])('writes %j of 1/%i as %s', async (value, scale, text) => {
    expect(await written(value, scale)).toBe(text);
  });

  it('is the very number that dividing in JavaScript gives', async () => {
    const values = fc.integer({ min: -LARGEST_EXACT, max: LARGEST_EXACT });
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(1_000, 10_000), async (value, scale) => {
        expect(JSON.parse(await written(value, scale))).toEqual([value === 0 ? 0 : value / scale]);
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it('is beside flags that are JSON too', async () => {
    const { rows } = await sql<{ text: string }>`
      select json_array(${jsonFlag(sql`2 > 1`)}, ${jsonFlag(sql`2 < 1`)}) as text`.execute(db);
    expect(rows[0]?.text).toBe('[true,false]');
  });
});
