import type { Face } from './face.ts';

/** A word with the white space or the mark after which a line may end. */
const PIECES = /[^\s/-]*(?:[/-]+|\s+|$)/g;
/** What adding up in another order may change, in points. */
const TOLERANCE = 0.01;

/** The lines of a text, none wider than `width`: broken between words, and in a word that is wider by itself. */
export function wrapText(text: string, width: number, face: Face, size: number): string[] {
  const widthOf = (part: string) => face.widthOf(part, size);
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width + TOLERANCE, widthOf));
}

type WidthOf = (part: string) => number;

function wrapParagraph(paragraph: string, width: number, widthOf: WidthOf): string[] {
  if (widthOf(paragraph) <= width) return [paragraph.trimEnd()];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of paragraph.trim().match(PIECES) ?? []) {
    if (used + widthOf(piece.trimEnd()) > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
    }
    const parts = partsThatFit(piece, width, widthOf);
    const last = parts.pop() ?? '';
    lines.push(...parts);
    line += last;
    used += widthOf(last);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}

/** The piece whole, or in parts of one letter at least. */
function partsThatFit(piece: string, width: number, widthOf: WidthOf): string[] {
  const word = piece.trimEnd();
  if (widthOf(word) <= width) return [piece];
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const letter of word) {
    const further = widthOf(letter);
    if (used + further > width && part !== '') {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += letter;
    used += further;
  }
  return [...parts, part + piece.slice(word.length)];
}
