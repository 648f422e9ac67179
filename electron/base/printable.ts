/**
 * A text of data as one line of a terminal: without what would move its cursor, set its clipboard or turn the direction
 * of a line.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}

/** The same of a text of several lines, which stay apart. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}
