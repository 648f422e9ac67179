/** Text without case and accents, as search sees it. Shares nothing with the program's own folding. */
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

/** Whether every word of a search text occurs in one of the texts. */
export function hasEveryWord(q: unknown, ...texts: readonly string[]): boolean {
  const searched = texts.map(folded);
  return wordsOf(q).every((word) => searched.some((text) => text.includes(word)));
}
