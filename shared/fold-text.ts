/**
 * Text as search and alphabetical order see it: no case, no accents. Folded here and not in the database, so
 * that every store gives the same answer.
 */
export function foldText(text: string): string {
  // Accents first: Unicode sorts those of one letter, which takes minutes for the thousands of a hostile text.
  return text
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/** Far more than a name of anything has. */
const MAX_FOLDED_CHARACTERS = 1_000;

/** The beginning of a text of another program, folded: to index a text takes time by its length, and it may be endless. */
export function foldBeginning(text: string): string {
  return foldText(text.slice(0, MAX_FOLDED_CHARACTERS));
}

/** What a code is written with and often typed without: `46.022` is `46022`. */
export const CODE_SEPARATORS = ' .-/_';

/** A code as it is compared where its separators do not matter. */
export function withoutSeparators(code: string): string {
  return [...code].filter((character) => !CODE_SEPARATORS.includes(character)).join('');
}

/** Alphabetical order that ignores case and accents. */
export function compareFolded(left: string, right: string): number {
  const a = foldText(left);
  const b = foldText(right);
  return a < b ? -1 : a > b ? 1 : 0;
}
