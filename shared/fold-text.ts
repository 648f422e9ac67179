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
