/** Letters that Unicode does not take apart, and characters that keyboards do not have, as people type them. */
const TYPED: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ς: 'σ' },
  ...Object.fromEntries([...'‘’‚‛ʻʼʽ′‵´`'].map((apostrophe) => [apostrophe, "'"])),
  ...Object.fromEntries([...'“”„‟«»″'].map((quotationMark) => [quotationMark, '"'])),
  ...{ '−': '-', '⁄': '/', '×': 'x' },
};

const AS_TYPED = new RegExp(String.raw`[${Object.keys(TYPED).join('')}]|\p{Dash_Punctuation}`, 'gu');

const asTyped = (text: string) => text.replace(AS_TYPED, (character) => TYPED[character] ?? '-');

/** Of ASCII characters that fold to themselves, as most texts are: three times as fast. */
const isPlain = (text: string) => /^[ -_a-~]*$/.test(text);

/** Marks on letters, and characters that nobody sees. */
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]+/gu;

/** Unicode writes an accent without a letter as one on a space. */
const ACCENTS = / ?\p{M}+/gu;

/**
 * Text as search and alphabetical order see it: without case and accents, and in the letters that people type. Folded here
 * and not in the database, so that every store gives the same answer. Stores keep folded text: after a change here, a
 * migration has to fold it again, as `0024-folded-texts` does.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  // Marks first: Unicode sorts those of one letter, which takes minutes for the thousands of a hostile text.
  const plain = asTyped(text.replace(UNSEEN, '')).normalize('NFKD').replace(ACCENTS, '');
  return asTyped(plain.toLowerCase());
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

/** A part of a text, from its first character to before the one that follows. */
interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text that fold to what is looked for, in their order. All spaces are the same. */
export function findFolded(text: string, wanted: string): TextPart[] {
  const term = foldText(wanted.trim()).replaceAll(/\s+/g, ' ');
  if (term === '') return [];
  let folded = '';
  /** Of each character of the folded text, the one that it is of: "ss" is of one "ß". */
  const sources: { start: number; end: number }[] = [];
  for (const { 0: character, index: start } of text.matchAll(/\s+|./gsu)) {
    const end = start + character.length;
    const plain = character.trim() === '' ? ' ' : foldText(character);
    const last = sources.at(-1);
    // A mark is of the letter before it.
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
