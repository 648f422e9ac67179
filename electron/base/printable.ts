/**
 * A text as one line of a terminal: without characters that move the cursor, set the clipboard or change the direction of
 * a line.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
