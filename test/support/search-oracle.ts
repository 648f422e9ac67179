/** Removes case and accents, as the search does. Shares nothing with the program's own folding. */
export function folded(text: string): string {
  return text
    .replaceAll(/[‘’´`]/g, "'")
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toUpperCase()
    .replaceAll(/[ÆŒØŁĐÐÞ]/g, (letter) => ASCII[letter] ?? letter)
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

const ASCII: Readonly<Record<string, string>> = { Æ: 'ae', Œ: 'oe', Ø: 'o', Ł: 'l', Đ: 'd', Ð: 'd', Þ: 'th' };

/** Returns the words that must all occur. A word of accents only stays unchanged. */
function wordsOf(q: unknown): string[] {
  const words = String(q ?? '').match(/\S+/g) ?? [];
  return words.map((word) => folded(word) || word);
}

/** Whether every word of a search text occurs in one of the texts. */
export function hasEveryWord(q: unknown, ...texts: readonly string[]): boolean {
  const searched = texts.map(folded);
  return wordsOf(q).every((word) => searched.some((text) => text.includes(word)));
}

/** The same for a product, whose SKU is also found without the separators between its parts. */
export function namesProduct(q: unknown, sku: string, title: string): boolean {
  const code = plain(folded(sku));
  return wordsOf(q).every((word) => hasEveryWord(word, sku, title) || isPartOf(plain(word), code));
}

/** Whether a barcode begins with a text of at least three characters, ignoring separators in both. */
export function beginsBarcode(q: unknown, barcode: string | null): boolean {
  const start = plain(folded(String(q ?? '')));
  return barcode !== null && [...start].length > 2 && plain(folded(barcode)).startsWith(start);
}

/** Whether an order number begins with the text, ignoring separators in both. */
export function beginsNumber(q: string, orderNumber: string): boolean {
  const start = plain(folded(q));
  return start !== '' && plain(folded(orderNumber)).startsWith(start);
}

/** At least three characters, because shorter ones would be found across separators everywhere. */
function isPartOf(part: string, code: string): boolean {
  return [...part].length > 2 && code.includes(part);
}

function plain(code: string): string {
  return code.split(/[-\s./_]/).join('');
}
