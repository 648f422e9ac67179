/** Text without case and accents, as search sees it. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words that all have to occur; a word of accents alone stays as it is. */
export function wordsOf(q: unknown): string[] {
  const words = String(q ?? '').match(/\S+/g) ?? [];
  return words.map((word) => folded(word) || word);
}

export function hasLabel(q: unknown, ...texts: readonly string[]): boolean {
  const searched = texts.map(folded);
  return wordsOf(q).every((word) => searched.some((text) => text.includes(word)));
}

/** The very SKU, a SKU that begins so, a title that does, the rest. */
export function rankOf(q: unknown, sku: string, title: string): number {
  const sought = wordsOf(q).join(' ');
  if (folded(sku) === sought) return 0;
  if (folded(sku).startsWith(sought)) return 1;
  return folded(title).startsWith(sought) ? 2 : 3;
}
