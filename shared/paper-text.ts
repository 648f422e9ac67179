/** Maximum length of a text on paper, in UTF-16 code units. Data files and workbooks have the whole text. */
export const MAX_PAPER_TEXT_LENGTH = 500;

const ELLIPSIS = '\u2026';

let segmenter: Intl.Segmenter | undefined;

/**
 * Shortens a text to at most `maxUnits` UTF-16 code units with an ellipsis. Does not split letters with accents and
 * emoji, unless one of them is longer than that.
 */
export function shortenText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const maxTextUnits = maxUnits - ELLIPSIS.length;
  segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  // Includes one more character, which may belong to the last one.
  const start = segmenter.segment(text.slice(0, maxTextUnits + 2)).containing(maxTextUnits)?.index;
  return `${start ? text.slice(0, start) : text.slice(0, maxTextUnits).replace(/[\uD800-\uDBFF]$/, '')}${ELLIPSIS}`;
}
