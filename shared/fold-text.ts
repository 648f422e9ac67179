/** Letters that Unicode does not decompose and characters that keyboards lack, as people type them. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ς: 'σ' },
  ...Object.fromEntries([...'‘’‚‛ʻʼʽ′‵´`'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'“”„‟«»″'].map((quotationMark) => [quotationMark, '"'])),
  ...{ '−': '-', '⁄': '/', '×': 'x' },
};

const REPLACED_CHARACTERS = new RegExp(String.raw`[${Object.keys(REPLACEMENTS).join('')}]|\p{Dash_Punctuation}`, 'gu');

const replaceUntypable = (text: string) =>
  text.replace(REPLACED_CHARACTERS, (character) => REPLACEMENTS[character] ?? '-');

/** Whether the text has only ASCII characters that fold to themselves, as most texts do. Three times faster. */
const isPlain = (text: string) => /^[ -_a-~]*$/.test(text);

/** Marks on letters and invisible characters. */
const INVISIBLE = /[\p{M}\p{Default_Ignorable_Code_Point}]+/gu;

/** Unicode decomposes an accent without a letter to one on a space. */
const ACCENTS = / ?\p{M}+/gu;

/**
 * Folds text for search and sorting: without case and accents, in the letters that people type. Done here instead of in
 * the database, so that every store gives the same result. Stores contain folded text: a change here needs a migration
 * like `0024-folded-texts`.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  // Removes marks first: Unicode sorts the marks of a letter, which takes minutes for thousands in a hostile text.
  const plain = replaceUntypable(text.replace(INVISIBLE, '')).normalize('NFKD').replace(ACCENTS, '');
  return replaceUntypable(plain.toLowerCase());
}

/** Far longer than any name. */
const MAX_FOLDED_LENGTH = 1_000;

/** Folds the start of another program's text: indexing takes time by length, and the text can be very long. */
export function foldBeginning(text: string): string {
  return foldText(text.slice(0, MAX_FOLDED_LENGTH));
}

/** Separators in codes, which people often leave out: `46.022` is `46022`. */
export const CODE_SEPARATORS = ' .-/_';

export function removeSeparators(code: string): string {
  return [...code].filter((character) => !CODE_SEPARATORS.includes(character)).join('');
}

/** Compares alphabetically, ignoring case and accents. */
export function compareFolded(left: string, right: string): number {
  const a = foldText(left);
  const b = foldText(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Part of a text: index of its first character, and index after its last one. */
interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Finds the parts of a text that fold to the search text, in order. All white space is equal. */
export function findFolded(text: string, search: string): TextPart[] {
  const term = foldText(search.trim()).replaceAll(/\s+/g, ' ');
  if (term === '') return [];
  let folded = '';
  /** For each character of the folded text, its source: both characters of "ss" come from one "ß". */
  const sources: { start: number; end: number }[] = [];
  for (const { 0: character, index: start } of text.matchAll(/\s+|./gsu)) {
    const end = start + character.length;
    const plain = character.trim() === '' ? ' ' : foldText(character);
    const last = sources.at(-1);
    // A mark belongs to the letter before it.
    if (plain === '' && last) last.end = end;
    folded += plain;
    for (let unit = 0; unit < plain.length; unit += 1) sources.push({ start, end });
  }
  const parts: TextPart[] = [];
  for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + term.length)) {
    const [first, last] = [sources[at], sources[at + term.length - 1]];
    const isAfter = first && first.start >= (parts.at(-1)?.end ?? 0);
    if (isAfter && last) parts.push({ start: first.start, end: last.end });
  }
  return parts;
}
