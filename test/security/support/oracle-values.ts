import type { OracleParameter } from './oracle-endpoints.ts';
import { momentOf } from './oracle-moment.ts';

export type Meaning = number | boolean | string | readonly number[] | readonly string[];

const DIGITS = '0123456789';
const FLAGS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** What a decoded text means; null where it is refused, undefined where it is absent and may be. */
export function meaningOf(parameter: OracleParameter, text: string | undefined): Meaning | null | undefined {
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
