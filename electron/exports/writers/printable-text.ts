import type { Face } from './face.ts';

/** Stands for a character that the font lacks. */
export const MISSING_CHARACTER = '\uFFFD';

const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const SPACES = /[\t\p{Zs}]/gu;
/** Characters without a look of their own, and what turns the direction of others or picks a variant. */
const UNSEEN = /(?!\n)(?:\p{Cc}|\p{Cf}|[\uFE00-\uFE0F])/gu;

/** Makes the text that the font can show of any text: lines end in `\n`, and what it lacks is `MISSING_CHARACTER`. */
export function createPrintableText(face: Face): (text: string) => string {
  const known = new Map<string, boolean>([['\n', true]]);

  function isKnown(letter: string): boolean {
    const before = known.get(letter);
    if (before !== undefined) return before;
    const found = face.has(letter.codePointAt(0) ?? 0);
    known.set(letter, found);
    return found;
  }

  return (text) => {
    if (PLAIN_TEXT.test(text)) return text;
    const cleaned = text.normalize('NFC').replace(LINE_ENDS, '\n').replace(SPACES, ' ').replace(UNSEEN, '');
    return Array.from(cleaned, (letter) => (isKnown(letter) ? letter : MISSING_CHARACTER)).join('');
  };
}

const PLAIN_TEXT = /^[ -~]*$/;
