import fc from 'fast-check';
import { type Expression, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  embeddedJson,
  jsonArray,
  jsonDecimal,
  jsonFlag,
  jsonObject,
  jsonRowList,
  jsonString,
  textBytes,
} from '../../../electron/store/dialects/expressions.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { perFile } from '../../support/test-scope.ts';

const LARGEST_EXACT = 10 ** 15 - 1;
const store = await perFile(openTestStore);

async function written<Value>(value: Expression<Value>): Promise<Value | undefined> {
  const { rows } = await sql<{ value: Value }>`select ${value} as value`.execute(store.db);
  return rows[0]?.value;
}

const textOf = (text: string) => sql<string>`cast(${text} as text)`;

describe('jsonDecimal', () => {
  const decimal = (value: number | null, scale: number) =>
    written(jsonArray([jsonDecimal(sql<number | null>`cast(${value} as bigint)`, scale)]));

  it.each([
    [12_500, 1_000, '[12.5]'],
    [12_000, 1_000, '[12]'],
    [-1, 10_000, '[-0.0001]'],
    [0, 10_000, '[0]'],
    [null, 1_000, '[null]'],
  ])('writes %j of 1/%i as %s', async (value, scale, text) => {
    expect(await decimal(value, scale)).toBe(text);
  });

  it('equals the quotient in JavaScript', async () => {
    const values = fc.integer({ min: -LARGEST_EXACT, max: LARGEST_EXACT });
    await fc.assert(
      fc.asyncProperty(values, fc.constantFrom(1_000, 10_000), async (value, scale) => {
        expect(JSON.parse((await decimal(value, scale)) ?? '')).toEqual([value === 0 ? 0 : value / scale]);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

describe('jsonObject', () => {
  it('has its members in the order given, and no spaces', async () => {
    const object = jsonObject({
      z: sql<number>`1`,
      a: jsonString(textOf('x')),
      none: jsonString(sql<string | null>`cast(null as text)`),
      nothing: sql<number | null>`cast(null as bigint)`,
      rows: embeddedJson(textOf('[{"b":1}]')),
      flags: embeddedJson(jsonArray([jsonFlag(sql`2 > 1`), jsonFlag(sql`2 < 1`)])),
    });
    expect(await written(object)).toBe(
      '{"z":1,"a":"x","none":null,"nothing":null,"rows":[{"b":1}],"flags":[true,false]}',
    );
  });

  it('writes any text as JSON.stringify does', async () => {
    // A text of PostgreSQL has no zero character.
    const texts = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await written(jsonObject({ text: jsonString(textOf(text)) }))).toBe(JSON.stringify({ text }));
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('jsonRowList', () => {
  const listOf = (rows: string) =>
    sql<Uint8Array>`(select ${textBytes(jsonRowList(jsonArray([jsonString(sql.ref<string>('name'))]), [sql.ref('place')]))}
      from (select * from (${sql.raw(rows)}) as given order by place) as rows)`;

  it('has the rows in their order, as bytes in UTF-8', async () => {
    const rows = `select 2 as place, 'é' as name union all select 1, 'b' union all select 3, 'a'`;
    const bytes = await written(listOf(rows));
    expect(new TextDecoder().decode(bytes)).toBe('[["b"],["é"],["a"]]');
  });

  it('is an empty array without rows', async () => {
    const bytes = await written(listOf(`select 2 as place, 'a' as name where 1 = 0`));
    expect(new TextDecoder().decode(bytes)).toBe('[]');
  });
});
