import type { IncomingMessage } from 'node:http';
import { login, readMe, refresh } from '../../shared/contract/auth.ts';
import { redactText } from '../base/log.ts';
import { type AnswerHeaders, type ApiAnswer, type ApiRequest, answerHeaders } from './api-client.ts';
import { UpstreamFailure, type UpstreamFailureReason } from './upstream-failure.ts';
import type { UpstreamLimits } from './upstream-limits.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const FORWARDED_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'age', 'cache-status', 'www-authenticate'];

const NO_CONTENT = 204;

const IDENTITY_PATHS: readonly string[] = [login.path, refresh.path, readMe.path];

/**
 * Reads what is of use and small enough for the call. Throws `UpstreamFailure`, and ends the connection, for what is not.
 * `isTypeChecked`: a success has to say that it is JSON.
 */
export async function readAnswer(
  response: IncomingMessage,
  { path }: Pick<ApiRequest, 'path'>,
  { mostBytes, mostIdentityBytes, mostErrorBytes }: UpstreamLimits,
  isTypeChecked = true,
): Promise<ApiAnswer> {
  const status = response.statusCode ?? 0;
  const mostOfSuccess = IDENTITY_PATHS.includes(path) ? mostIdentityBytes : mostBytes;
  const most = status < 400 ? mostOfSuccess : mostErrorBytes;
  const refusal = refusalOf(response, status, most, isTypeChecked);
  if (refusal !== null) {
    response.destroy();
    throw new UpstreamFailure(refusal);
  }
  return { status, headers: forwardedHeaders(response), body: await readBody(response, most) };
}

function refusalOf(
  { headers }: IncomingMessage,
  status: number,
  most: number,
  isTypeChecked: boolean,
): UpstreamFailureReason | null {
  // It switches to another protocol, of which nothing was asked.
  if (status < 200) return 'unexpected';
  if (status >= 300 && status < 400) return 'redirected';
  // No compression was asked for, and a small body may unpack to anything.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return 'unexpected';
  if (Number(headers['content-length'] ?? 0) > most) return 'too_large';
  const isJson = !isTypeChecked || status === NO_CONTENT || JSON_TYPE.test(headers['content-type'] ?? '');
  // The status of an error is enough: proxies in front of a service answer errors in HTML.
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

function forwardedHeaders({ headers }: IncomingMessage): AnswerHeaders {
  return answerHeaders(Object.fromEntries(FORWARDED_HEADERS.map((name) => [name, headers[name]])));
}

/** As it is, or with any of its letters escaped. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/;

/** Levels of objects and lists in an answer; the contract has a few. */
const MOST_LEVELS = 64;

/** Members and elements of an answer, or one for so many bytes if that is more: rows of the contract need more bytes. */
const MAX_VALUES = 1_000_000;
const MIN_BYTES_PER_VALUE = 16;

/** Members of one object; the contract has some dozens. A million unknown ones take 4 s to check and to remove. */
const MAX_MEMBERS = 10_000;

/**
 * The JSON of an answer. Throws `UpstreamFailure` `not_json`; `too_large` for more than `maxValues` values, or 10,000
 * members of one object, which may take seconds to parse and to check; `unexpected` for more than 64 levels, which may
 * take as long, and for a member `__proto__`, which would become a prototype. Of a repeated member the last one counts.
 */
export function parseJson(
  bytes: Uint8Array,
  maxValues = Math.max(MAX_VALUES, bytes.length / MIN_BYTES_PER_VALUE),
): unknown {
  expectBounds(bytes, maxValues);
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

const [QUOTE, BACKSLASH, COMMA, LIST, LIST_END, OBJECT, OBJECT_END] = Buffer.from('"\\,[]{}');

/**
 * Looks at each byte once. In UTF-8 none of these characters is part of another one. An opening bracket and each comma begin a
 * value.
 */
function expectBounds(bytes: Uint8Array, maxValues: number): void {
  let level = 0;
  let values = 0;
  /** Members so far of the open object at each level. A list starts at minus infinity: `maxValues` bounds it. */
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
      if (level > MOST_LEVELS) throw new UpstreamFailure('unexpected');
      members[level] = byte === LIST ? Number.NEGATIVE_INFINITY : 1;
    } else if (byte === LIST_END || byte === OBJECT_END) level -= 1;
  }
}

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

/** Text of another deployment as one line without control characters. */
export function sanitizedLine(text: string): string {
  return text.replace(HARMFUL, ' ').trim();
}
