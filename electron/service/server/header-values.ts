import type { IncomingMessage } from 'node:http';

/**
 * Every value that was sent for a header, in order. `message.headers` keeps only the first of some repeated
 * headers, which hides that a second one was sent.
 */
export function headerValues(message: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    if (message.rawHeaders[at]?.toLowerCase() === name) values.push(message.rawHeaders[at + 1] ?? '');
  }
  return values;
}
