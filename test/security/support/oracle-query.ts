import { type IdSpace, MOST_DAYS, type OracleEndpoint, type OracleParameter } from './oracle-endpoints.ts';

export type Meanings = Readonly<Record<string, Meaning>>;

export type KnownIds = Readonly<Record<IdSpace, readonly number[]>>;

/** `named`: a refusal has to name one of these; empty where there is no name to give. */
export type QueryVerdict =
  | { readonly isAccepted: true; readonly query: Meanings }
  | { readonly isAccepted: false; readonly named: readonly string[] };

const MOST_BYTES = 16 * 1024;

const refused = (...named: string[]): QueryVerdict => ({ isAccepted: false, named });

/** What the contract says of a raw query string (without `?`), for a caller who knows of `known`. */
export function judgeQuery(endpoint: OracleEndpoint, text: string, known: KnownIds): QueryVerdict {
  if (text.length > MOST_BYTES) return refused();
  const given = new Map<string, string>();
  const wrong: string[] = [];
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const at = pair.indexOf('=');
    const name = decodeComponent(at < 0 ? pair : pair.slice(0, at));
    const value = decodeComponent(at < 0 ? '' : pair.slice(at + 1));
    if (name === null) return refused();
    const before = given.get(name);
    const isRepeatedWrongly = before !== undefined && !isList(endpoint.parameters[name]);
    if (value === null || isRepeatedWrongly || !Object.hasOwn(endpoint.parameters, name)) wrong.push(name);
    given.set(name, before === undefined ? (value ?? '') : `${before},${value ?? ''}`);
  }
  if (wrong.length > 0) return refused(...wrong, ...given.keys());
  return judgeValues(endpoint, given, known);
}

function judgeValues(
  { name: endpoint, parameters }: OracleEndpoint,
  given: ReadonlyMap<string, string>,
  known: KnownIds,
): QueryVerdict {
  const wrong: string[] = [];
  const query: Record<string, Meaning> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const text = given.get(name);
    const meaning = meaningOf(parameter, text);
    if (meaning === null) wrong.push(name);
    else if (meaning !== undefined) query[name] = meaning;
    if (isUnknown(parameter, meaning, known)) wrong.push(name);
  }
  wrong.push(...wrongRange(endpoint, query), ...wrongStart(parameters, given), ...wrongDay(query));
  return wrong.length > 0 ? refused(...wrong) : { isAccepted: true, query };
}

/** A list may be given in several parts, each under its name. */
const isList = (parameter: OracleParameter | undefined) => parameter?.kind === 'some-of' || parameter?.kind === 'ids';

/** Whether it names an id that does not exist for who asks, also one among several. */
function isUnknown(parameter: OracleParameter, meaning: Meaning | null | undefined, known: KnownIds): boolean {
  if (parameter.kind === 'id') return typeof meaning === 'number' && !known[parameter.of].includes(meaning);
  if (parameter.kind !== 'ids' || parameter.of === undefined || !Array.isArray(meaning)) return false;
  const ids = known[parameter.of];
  return meaning.some((id) => !ids.includes(Number(id)));
}

/** A feed is read from a moment or from a cursor, and from one of them alone. */
function wrongStart(parameters: OracleEndpoint['parameters'], given: ReadonlyMap<string, string>): string[] {
  const isFeed = 'since' in parameters;
  return isFeed && given.has('since') === given.has('cursor') ? ['since', 'cursor'] : [];
}

/** A day says of when it is meant whether orders are paid, and is none of nothing. */
function wrongDay({ as_of, is_paid }: Readonly<Record<string, Meaning>>): string[] {
  return as_of !== undefined && is_paid === undefined ? ['as_of', 'is_paid'] : [];
}

function wrongRange(endpoint: string, query: Record<string, Meaning>): string[] {
  const { from, to = from } = query;
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  query.to = to;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const isTooLong = endpoint === 'GET /api/reports/turnover-by-day' && days > MOST_DAYS;
  return to < from || isTooLong ? ['from', 'to'] : [];
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** One name or value of a query string; null where it is not percent-encoded UTF-8 in plain ASCII. */
function decodeComponent(text: string): string | null {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return null;
    if (text[at] === '%') {
      const digits = text.slice(at + 1, at + 3);
      if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return null;
      bytes.push(Number.parseInt(digits, 16));
      at += 2;
    } else bytes.push(text[at] === '+' ? 0x20 : code);
  }
  try {
    return UTF8.decode(Uint8Array.from(bytes));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

type Meaning = number | boolean | string | readonly number[] | readonly string[];

const DIGITS = '0123456789';

const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What a decoded text means; null where it is refused, undefined where it is absent and may be. */
function meaningOf(parameter: OracleParameter, text: string | undefined): Meaning | null | undefined {
  if (text === undefined) return meaningOfAbsence(parameter);
  switch (parameter.kind) {
    case 'id':
    case 'start':
      return wholeNumber(text);
    case 'limit': {
      const size = wholeNumber(text);
      return size === null || size === 0 ? null : Math.min(size, parameter.cap);
    }
    case 'flag':
      return FLAGS.get(text) ?? null;
    case 'date':
      return isDay(text) ? text : null;
    case 'time':
      return text.length === 5 && isClock(`${text}:00`) ? text : null;
    case 'moment':
      return momentOf(text, isDay);
    case 'cursor':
      return null; // Nobody guesses one: those that work are tested in test/service/changes-cursor.test.ts.
    case 'country':
      return text.length === 2 && [...text].every((letter) => letter >= 'A' && letter <= 'Z') ? text : null;
    case 'hex':
      return isHex(text) ? text : null;
    case 'text':
      return [...text].length <= parameter.most ? text : null;
    case 'one-of':
      return parameter.values.includes(text) ? text : null;
    case 'some-of':
      return someOf(text.split(','), parameter.values);
    case 'ids':
      return ids(text.split(','), parameter.most);
  }
}

function meaningOfAbsence(parameter: OracleParameter): Meaning | null | undefined {
  if (parameter.kind === 'start') return 0;
  if (parameter.kind === 'limit') return parameter.byDefault;
  return parameter.isRequired ? null : undefined;
}

/** 1 to 15 plain digits. */
function wholeNumber(text: string): number | null {
  if (text.length < 1 || text.length > 15) return null;
  let value = 0;
  for (const sign of text) {
    const digit = DIGITS.indexOf(sign);
    if (digit < 0) return null;
    value = value * 10 + digit;
  }
  return value;
}

function isDay(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false;
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(wholeNumber);
  if (!year || !month || !day || month > 12) return false;
  const isLeap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
  return day <= (MONTH_DAYS[month - 1] ?? 0) + (isLeap && month === 2 ? 1 : 0);
}

function isHex(text: string): boolean {
  const isEven = text.length >= 2 && text.length <= 128 && text.length % 2 === 0;
  return isEven && [...text].every((sign) => `${DIGITS}abcdef`.includes(sign));
}

function someOf(parts: readonly string[], values: readonly string[]): readonly string[] | null {
  const isSound = parts.every((part, at) => values.includes(part) && parts.indexOf(part) === at);
  return isSound ? parts : null;
}

/** White space around an id is allowed, an empty one is not; one that is given twice counts once. */
function ids(parts: readonly string[], most: number): readonly number[] | null {
  const numbers = new Set<number>();
  for (const part of parts) {
    const id = wholeNumber(part.trim());
    if (id === null) return null;
    numbers.add(id);
  }
  return numbers.size <= most ? [...numbers] : null;
}

const isNumber = (text: string, digits: number, most: number) =>
  text.length === digits && [...text].every((sign) => '0123456789'.includes(sign)) && Number(text) <= most;

/** Milliseconds since the epoch of a moment, null for what is none: an RFC 3339 timestamp or Unix seconds. */
function momentOf(text: string, isDay: (day: string) => boolean): number | null {
  if (text.length >= 1 && text.length <= 12 && isNumber(text, text.length, Number.POSITIVE_INFINITY)) {
    return Number(text) * 1000;
  }
  const [day, separator, time, rest] = [text.slice(0, 10), text[10], text.slice(11, 19), text.slice(19)];
  if (!isDay(day) || separator?.toUpperCase() !== 'T' || !isClock(time)) return null;
  const [fraction, zone] = splitFraction(rest);
  const minutes = offsetMinutes(zone);
  if (fraction === null || minutes === null) return null;
  const atGreenwich = Date.parse(`${day}T${time}Z`) + Math.floor(Number(`0${fraction}`) * 1000 + 1e-6);
  return atGreenwich - minutes * 60_000;
}

function isClock(time: string): boolean {
  const [hours = '', minutes = '', seconds = '', ...more] = time.split(':');
  return more.length === 0 && isNumber(hours, 2, 23) && isNumber(minutes, 2, 59) && isNumber(seconds, 2, 59);
}

/** `.25` and what comes after it; null where there is a point without digits, or with too many. */
function splitFraction(rest: string): [fraction: string | null, zone: string] {
  if (rest[0] !== '.') return ['', rest];
  let end = 1;
  while (isNumber(rest[end] ?? '', 1, 9)) end += 1;
  return end === 1 || end > 10 ? [null, ''] : [rest.slice(0, end), rest.slice(end)];
}

function offsetMinutes(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0;
  const [sign = '', hours, colon, minutes] = [zone[0], zone.slice(1, 3), zone[3], zone.slice(4)];
  if (!'+- '.includes(sign) || sign === '' || colon !== ':') return null;
  if (!isNumber(hours, 2, 23) || !isNumber(minutes, 2, 59)) return null;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
