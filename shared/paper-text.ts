/** UTF-16 code units of a text on paper. Files for programs and workbooks have the whole text. */
export const MAX_PAPER_TEXT = 500;

const ELLIPSIS = '\u2026';

let segmenter: Intl.Segmenter | undefined;

/**
 * The text in at most `maxUnits` UTF-16 code units: a longer one is cut and ends in an ellipsis. A letter with its accents
 * and an emoji stay whole, unless one of them is longer than that by itself.
 */
export function shortenText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const room = maxUnits - ELLIPSIS.length;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  // Behind the room there is one more character, which may belong to the last one in it.
  const start = segmenter.segment(text.slice(0, room + 2)).containing(room)?.index;
  return `${start ? text.slice(0, start) : text.slice(0, room).replace(/[\uD800-\uDBFF]$/, '')}${ELLIPSIS}`;
}
