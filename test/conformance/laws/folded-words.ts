/** Text without case and accents; written apart from the program's own, as an oracle. */
export function folded(text: string): string {
  return [...text.normalize('NFD')]
    .filter((character) => !/\p{M}/u.test(character))
    .join('')
    .toLowerCase();
}

/** Whether every word of a search text occurs in one of the texts. */
export function hasEveryWord(q: string, ...texts: readonly string[]): boolean {
  const words = q.split(/\s+/).filter((word) => word !== '');
  return words.every((word) => texts.some((text) => folded(text).includes(folded(word))));
}
