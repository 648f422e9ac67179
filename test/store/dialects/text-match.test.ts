import fc from 'fast-check';
import { type Expression, type SqlBool, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { contains, equals, startsWith } from '../../../electron/store/dialects/expressions.ts';
import { openTestStore } from '../../support/open-test-store.ts';
import { openPerFile } from '../../support/test-scope.ts';

const store = await openPerFile(openTestStore);

async function holds(condition: Expression<SqlBool>): Promise<boolean> {
  const { rows } = await sql<{ holds: number }>`
    select case when ${condition} then 1 else 0 end as holds`.execute(store.db);
  return rows[0]?.holds === 1;
}

const textOf = (text: string) => sql<string>`cast(${text} as text)`;
/** Short texts full of characters that LIKE and FTS treat as operators. */
const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '%', '_', '\\', "'", '"', ' ', '😀'), maxLength: 4 });

describe('contains, startsWith and equals', () => {
  it('compare texts like JavaScript, whatever characters they contain', async () => {
    await fc.assert(
      fc.asyncProperty(texts, texts, async (value, text) => {
        expect([
          await holds(contains(textOf(value), text)),
          await holds(startsWith(textOf(value), text)),
          await holds(equals(textOf(value), text)),
        ]).toEqual([value.includes(text), value.startsWith(text), value === text]);
      }),
      {
        seed: 6,
        numRuns: 300,
        examples: [
          ['%', '_'],
          ['a', '%'],
          ['\\', '\\'],
          ['a\\', '\\%'],
          ['ab', ''],
        ],
      },
    );
  });

  it('find nothing for a text with a NUL character, and do not fail', async () => {
    const value = textOf('ab');
    for (const compare of [contains, startsWith, equals]) expect(await holds(compare(value, 'a\0b'))).toBe(false);
  });
});
