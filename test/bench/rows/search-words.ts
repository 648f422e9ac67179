import type { DatabaseSync } from 'node:sqlite';
import type { ShopFacts } from '../context/bench-context.ts';

export interface SearchWord {
  readonly word: string;
  /** Rows in which it occurs. */
  readonly matches: number;
}

/** A common word occurs in this share of the rows at least. */
const COMMON_SHARE = 0.05;
const RARE_MOST = 49;
const SHORTEST = 3;

interface UsedWord {
  readonly word: string;
  /** How often it occurs as a separate word. */
  readonly uses: number;
}
const NO_WORD: UsedWord = { word: '', uses: 0 };

/** The word of titles that occurs in the most products. Throws when even that is not common. */
export function commonProductWord(database: DatabaseSync, shop: ShopFacts): SearchWord {
  const [{ word } = NO_WORD] = wordsByUse(titles(database, shop));
  const matches = countProducts(database, shop, word);
  if (matches <= shop.products * COMMON_SHARE) throw new Error(`no word is common, not even ${word}`);
  return { word, matches };
}

/** The word of titles that occurs in the most products of those in less than 50. Throws when there is none. */
export function rareProductWord(database: DatabaseSync, shop: ShopFacts): SearchWord {
  for (const { word } of wordsByUse(titles(database, shop)).filter(({ uses }) => uses <= RARE_MOST)) {
    const matches = countProducts(database, shop, word);
    if (matches <= RARE_MOST) return { word, matches };
  }
  throw new Error('no word of a title is rare');
}

/** The word of names that the most customers have. */
export function commonCustomerWord(database: DatabaseSync, { accountId }: ShopFacts): string {
  const names = database
    .prepare('select folded_name as text from customers where account_id = cast(? as integer)')
    .all(accountId);
  const [{ word } = NO_WORD] = wordsByUse(names.map(({ text }) => String(text)));
  return word;
}

function titles(database: DatabaseSync, { accountId }: ShopFacts): string[] {
  const rows = database
    .prepare('select folded_title as text from products where account_id = cast(? as integer)')
    .all(accountId);
  return rows.map(({ text }) => String(text));
}

/** The most used first; those that are used alike in the order of the alphabet. */
function wordsByUse(texts: readonly string[]): UsedWord[] {
  const uses = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/\p{L}+/gu)) uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  return [...uses]
    .filter(([word]) => word.length >= SHORTEST)
    .sort(([left, most], [right, more]) => more - most || (left < right ? -1 : 1))
    .map(([word, count]) => ({ word, uses: count }));
}

function countProducts(database: DatabaseSync, { accountId }: ShopFacts, word: string): number {
  const row = database
    .prepare(
      `select count(*) as matches from products where account_id = cast(? as integer)
        and (instr(folded_title, ?) > 0 or instr(folded_sku, ?) > 0)`,
    )
    .get(accountId, word, word);
  return Number(row?.matches);
}
