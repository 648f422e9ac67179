import type { IncomingMessage } from 'node:http';
import { login, readMe, refresh } from '../../shared/contract/auth.ts';
import { redactText } from '../base/log.ts';
import { type AnswerHeaders, type ApiAnswer, type ApiRequest, createAnswerHeaders } from './api-client.ts';
import { UpstreamFailure, type UpstreamFailureReason } from './upstream-failure.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const FORWARDED_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'age', 'cache-status', 'www-authenticate'];

const NO_CONTENT = 204;

const IDENTITY_PATHS: readonly string[] = [login.path, refresh.path, readMe.path];

/**
 * Reads a usable answer of limited size. Otherwise closes the connection and throws `UpstreamFailure`. `isTypeChecked`:
 * a success must have the content type JSON.
 */
export async function readAnswer(
  response: IncomingMessage,
  { path }: Pick<ApiRequest, 'path'>,
  { maxBytes, maxIdentityBytes, maxErrorBytes }: UpstreamLimits,
  isTypeChecked = true,
): Promise<ApiAnswer> {
  const status = response.statusCode ?? 0;
  const maxSuccessBytes = IDENTITY_PATHS.includes(path) ? maxIdentityBytes : maxBytes;
  const limit = status < 400 ? maxSuccessBytes : maxErrorBytes;
  const refusal = findRefusal(response, status, limit, isTypeChecked);
  if (refusal !== null) {
    response.destroy();
    throw new UpstreamFailure(refusal);
  }
  return { status, headers: pickHeaders(response), body: await readBody(response, limit) };
}

function findRefusal(
  { headers }: IncomingMessage,
  status: number,
  maxBytes: number,
  isTypeChecked: boolean,
): UpstreamFailureReason | null {
  // A switch to another protocol, which nobody requested.
  if (status < 200) return 'unexpected';
  if (status >= 300 && status < 400) return 'redirected';
  // No compression was requested, and a small body can decompress to any size.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 'unexpected';
  if (Number(headers['content-length'] ?? 0) > maxBytes) return 'too_large';
  const isJson = !isTypeChecked || status === NO_CONTENT || JSON_TYPE.test(headers['content-type'] ?? '');
  // Proxies answer errors in HTML. Their status is enough.
  return isJson || status >= 400 ? null : 'not_json';
}

async function readBody(response: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    // Leaving the loop ends the response and its connection.
    if (bytes > maxBytes) throw new UpstreamFailure('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function pickHeaders({ headers }: IncomingMessage): AnswerHeaders {
  return createAnswerHeaders(Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, headers[name]])));
}

/** Also matches escaped letters. */
const PROTOTYPE_NAME = /__proto__|\\u00/;

/** Maximum nesting of an answer. The contract has a few levels. */
const MAX_LEVELS = 64;

/**
 * Maximum number of members and elements, or one per this many bytes if that is more. Rows of the contract need more
 * bytes.
 */
const MAX_VALUES = 1_000_000;
const MIN_BYTES_PER_VALUE = 16;

/**
 * Maximum members of one object. The contract has some dozens. Checking and removing a million unknown ones takes 4 s.
 */
const MAX_MEMBERS = 10_000;

/**
 * Parses the JSON of an answer. Throws `UpstreamFailure`: `not_json`; `too_large` for too many values or members, which
 * take seconds to check; `unexpected` for too many levels, and for a member `__proto__`, which would become a
 * prototype. If a member is repeated, the last one counts.
 */
export function parseJson(
  bytes: Uint8Array,
  maxValues = Math.max(MAX_VALUES, bytes.length / MIN_BYTES_PER_VALUE),
): unknown {
  assertBounds(bytes, maxValues);
  const text = decodeText(bytes);
  const json = parseText(text);
  if (PROTOTYPE_NAME.test(text)) assertNoPrototype(json);
  return json;
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UpstreamFailure('not_json', { cause });
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpstreamFailure('not_json', { cause });
  }
}

const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('"\\,[]{}');

/**
 * Looks at each byte once. In UTF-8, no other character contains these. Every opening bracket and comma starts a value.
 */
function assertBounds(bytes: Uint8Array, maxValues: number): void {
  let level = 0;
  let values = 0;
  /**
   * Number of members of the open object at each level. Lists start at minus infinity, because `maxValues` limits them.
   */
  const members: number[] = [];
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isText = false;
    } else if (byte === QUOTE) isText = true;
    else if (byte === COMMA || byte === LIST || byte === OBJECT) {
      values += 1;
      if (values > maxValues) throw new UpstreamFailure('too_large');
      if (byte === COMMA) {
        const count = (members[level] ?? 0) + 1;
        if (count > MAX_MEMBERS) throw new UpstreamFailure('too_large');
        members[level] = count;
        continue;
      }
      level += 1;
      if (level > MAX_LEVELS) throw new UpstreamFailure('unexpected');
      members[level] = byte === LIST ? Number.NEGATIVE_INFINITY : 1;
    } else if (byte === LIST_END || byte === OBJECT_END) level -= 1;
  }
}

function assertNoPrototype(json: unknown): void {
  const waiting = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) throw new UpstreamFailure('unexpected');
    for (const value of Object.values(next)) waiting.push(value);
  }
}

const MAX_MESSAGE_LENGTH = 300;

/** Returns another deployment's reason for a refusal as one harmless line without secrets. */
export function sanitizeMessage(text: string): string {
  const line = sanitizeLine(redactText(text));
  return line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line;
}

/** Line ends and other control characters, and characters that change the writing direction. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** Returns another deployment's text as one line without control characters. */
export function sanitizeLine(text: string): string {
  return text.replace(HARMFUL, ' ').trim();
}
