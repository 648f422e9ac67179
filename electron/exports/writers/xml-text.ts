/** All that may need an escape; most texts have none of it. */
const SUSPECT = /[^ -~]|["&<>_]/;
/** What XML 1.0 cannot hold, and a carriage return, which every reader of XML takes for a line feed. */
const NOT_IN_XML = /[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]/gv;
/** A text that is, or becomes with the escape of its next character, what looks like an escape. */
const LIKE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}[_[[\p{Cc}\p{Cs}\uFFFE\uFFFF]--[\t\n]]])/gv;

/**
 * A text as content or attribute of a part of a workbook. What XML does not take is written in Excel's own way,
 * as `_xHHHH_` with the code unit, so that any text comes back as it was.
 */
export function xmlText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(LIKE_ESCAPE, '_x005F_')
    .replace(NOT_IN_XML, escapeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}
