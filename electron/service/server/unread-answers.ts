import type { ServerResponse } from 'node:http';

/**
 * Ends the connection of a client that has not taken an answer in time: Node would wait for ever. Whatever the client
 * still says does not count, or a byte now and then would hold the connection.
 */
export function limitTaking(answer: ServerResponse, limitMs: number): void {
  const timer = setTimeout(() => answer.destroy(), limitMs);
  answer.once('close', () => clearTimeout(timer));
}
