/**
 * A text as one line of a terminal: without characters that move the cursor, set the clipboard or change the direction
 * of text.
 */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

/** The same for a text of several lines. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(toPrintable).join('\n');
}
