/** Removes case and accents, as the search does. Shares nothing with the program's own folding. */
export function removeAccents(text: string): string {
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
function splitWords(q: unknown): string[] {
  const words = String(q ?? '').match(/\S+/g) ?? [];
  return words.map((word) => removeAccents(word) || word);
}

/** Whether every word of a search text occurs in one of the texts. */
export function hasEveryWord(q: unknown, ...texts: readonly string[]): boolean {
  const searched = texts.map(removeAccents);
  return splitWords(q).every((word) => searched.some((text) => text.includes(word)));
}

/** The same for a product, whose SKU is also found without the separators between its parts. */
export function matchesProduct(q: unknown, sku: string, title: string): boolean {
  const code = removeSeparators(removeAccents(sku));
  return splitWords(q).every((word) => hasEveryWord(word, sku, title) || isCodePart(removeSeparators(word), code));
}

/** Whether a barcode begins with a text of at least three characters, ignoring separators in both. */
export function matchesBarcode(q: unknown, barcode: string | null): boolean {
  const start = removeSeparators(removeAccents(String(q ?? '')));
  return barcode !== null && [...start].length > 2 && removeSeparators(removeAccents(barcode)).startsWith(start);
}

/** Whether an order number begins with the text, ignoring separators in both. */
export function matchesOrderNumber(q: string, orderNumber: string): boolean {
  const start = removeSeparators(removeAccents(q));
  return start !== '' && removeSeparators(removeAccents(orderNumber)).startsWith(start);
}

/** At least three characters, because shorter ones would be found across separators everywhere. */
function isCodePart(part: string, code: string): boolean {
  return [...part].length > 2 && code.includes(part);
}

function removeSeparators(code: string): string {
  return code.split(/[-\s./_]/).join('');
}
