import type { PortName, Target } from './ground.ts';

/** One connection with one request on it, and what has to come of it. */
export interface WireProbe {
  readonly port: PortName;
  /** What is tried, for who reads that it succeeded. */
  readonly what: string;
  /** As it goes out, in latin1. */
  readonly bytes: string;
  readonly fate: Fate;
}

/**
 * `refused`: an error, no handler, nothing of the shop. `forbidden`: that with 403. `unauthorised`: that
 * with 401 and, from the API, a hint. `any`: it may be answered, in good form. `closed`: there need be no answer at all.
 */
export type Fate = 'refused' | 'forbidden' | 'unauthorised' | 'any' | 'closed';

/** The bytes of a request; `address` is its Host line, or what stands in the place of one. */
export function requestBytes(target: Target, address: readonly string[], further: readonly string[] = []): string {
  const { method, path, headers, body } = target;
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [`${method} ${path} HTTP/1.1`, ...address, ...headers, ...further, ...length, 'Connection: close'];
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
