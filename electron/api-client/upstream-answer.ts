import type { IncomingMessage } from 'node:http';
import { redactText } from '../base/log.ts';
import type { ApiAnswer } from './api-client.ts';
import { UpstreamFailure, type UpstreamFailureReason } from './upstream-failure.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const KEPT_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'age', 'cache-status'];

const NO_CONTENT = 204;

/** Reads what is of use and small enough. Throws `UpstreamFailure`, and ends the connection, for what is not. */
export async function readAnswer(
  response: IncomingMessage,
  { mostBytes, mostErrorBytes }: UpstreamLimits,
): Promise<ApiAnswer> {
  const status = response.statusCode ?? 0;
  const most = status < 400 ? mostBytes : mostErrorBytes;
  const refusal = refusalOf(response, status, most);
  if (refusal !== null) {
    response.destroy();
    throw new UpstreamFailure(refusal);
  }
  return { status, headers: keptHeaders(response), body: await readBody(response, most) };
}

function refusalOf({ headers }: IncomingMessage, status: number, most: number): UpstreamFailureReason | null {
  // It switches to another protocol, of which nothing was asked.
  if (status < 200) return 'unexpected';
  if (status >= 300 && status < 400) return 'redirected';
  // Nothing packed was asked for: what little it is may unpack to anything.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 'unexpected';
  if (Number(headers['content-length'] ?? 0) > most) return 'too_large';
  const isJson = status === NO_CONTENT || JSON_TYPE.test(headers['content-type'] ?? '');
  // An error says enough by its status: what stands before a service answers those in HTML.
  return isJson || status >= 400 ? null : 'not_json';
}

async function readBody(response: AsyncIterable<Buffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop ends the response, and with it the connection.
    if (bytes > most) throw new UpstreamFailure('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function keptHeaders({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const name of KEPT_HEADERS) {
    const value = headers[name];
    if (typeof value === 'string') kept.set(name, value);
  }
  return kept;
}

/** As it is, or with any of its letters escaped. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/;

/**
 * The JSON of an answer. Throws `UpstreamFailure` `not_json`, and `unexpected` for one with a field `__proto__`, which
 * becomes the prototype of whatever it is copied into. Of a field that is there twice the last one counts, for checks as
 * for use: there is no other reader of it.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const json = jsonOf(text);
  if (MAY_NAME_PROTOTYPE.test(text)) expectNoPrototype(json);
  return json;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UpstreamFailure('not_json', { cause });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpstreamFailure('not_json', { cause });
  }
}

/** Without recursion: it may be nested as deep as it is long. */
function expectNoPrototype(json: unknown): void {
  const waiting = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) throw new UpstreamFailure('unexpected');
    for (const value of Object.values(next)) waiting.push(value);
  }
}

const MOST_CHARACTERS = 300;

/** What another deployment says of why it refused a call, as one harmless line without secrets. */
export function refusalMessage(text: string): string {
  const line = sanitizedLine(redactText(text));
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}

/** Ends of lines and other control characters, and what turns the direction of writing. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** What another deployment wrote, as one line that does nothing to what stands around it. */
export function sanitizedLine(text: string): string {
  return text.replace(HARMFUL, ' ').trim();
}
