/**
 * Text as search and alphabetical order see it: no case, no accents. Folded here and not in the database, so
 * that every store gives the same answer.
 */
export function foldText(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

/** Alphabetical order that ignores case and accents. */
export function compareFolded(left: string, right: string): number {
  const a = foldText(left);
  const b = foldText(right);
  return a < b ? -1 : a > b ? 1 : 0;
}
