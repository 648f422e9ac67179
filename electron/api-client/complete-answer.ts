import type { TSchema } from 'typebox';
import { instantAt, isCalendarDate, localTimestamp } from '../../shared/calendar.ts';
import { ACCOUNT_CURRENCY } from '../../shared/currency.ts';
import { roundedEuros } from '../../shared/money.ts';

/** The part of a JSON schema that says what may be missing. */
interface Schema {
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly type?: unknown;
}

/** Is given the rows that were left out of a list. */
export type NoteLeftOut = (rows: readonly unknown[]) => void;

/**
 * An answer of another deployment with what the contract has and the deployment need not have: a missing member is its
 * `default`, or null if it may be null; a word that the contract does not know, and a time that is none, is null where
 * null is allowed. Numbers are rounded to 1/10,000, times are in Amsterdam time, and an order without a currency is in that
 * of the account. A row whose time must be known and is
 * not readable is left out, unless all are such. What does not fit otherwise is left for the check.
 */
export function completeAnswer(schema: TSchema, given: unknown, noteLeftOut: NoteLeftOut = () => {}): unknown {
  const answer = complete(schema as Schema, given);
  const row = (schema as Schema).properties?.data?.items;
  if (row === undefined || !isRecord(answer) || !Array.isArray(answer.data)) return answer;
  const data = answer.data.filter((one) => hasTimes(row, one));
  const leftOut = answer.data.length - data.length;
  // Several rows of which none has a readable time are of another form.
  if (leftOut === 0 || (data.length === 0 && leftOut > 1)) return answer;
  noteLeftOut(answer.data.filter((one) => !data.includes(one)));
  // A list in pages goes on by its count, which is that of the deployment.
  const isPaged = (schema as Schema).properties?.limit !== undefined;
  return {
    ...answer,
    data,
    ...(!isPaged && { count: less(answer.count, leftOut), total: less(answer.total, leftOut) }),
  };
}

function complete(schema: Schema, given: unknown): unknown {
  if (given === undefined) return schema.default;
  if (schema.format === 'date-time' && typeof given === 'string') return readTimestamp(given) ?? given;
  if (schema.anyOf !== undefined) return completeChoice(schema.anyOf, given);
  if (typeof given === 'number') return schema.type === 'integer' ? given : completeNumber(given);
  const { items, properties } = schema;
  if (items !== undefined && Array.isArray(given)) return given.map((item) => complete(items, item));
  if (properties !== undefined && isRecord(given)) return completeRecord(properties, given);
  return given;
}

/** Rounded, or NaN, which the check refuses, for a number that sums could not have exactly. */
function completeNumber(given: number): number {
  return Math.abs(given) > MAX_NUMBER ? Number.NaN : roundedEuros(given);
}

/** A hundred billion euros. */
const MAX_NUMBER = 100_000_000_000;

function completeChoice(choices: readonly Schema[], given: unknown): unknown {
  const [known, ...others] = choices.filter((choice) => !isNull(choice));
  const isNullable = choices.some(isNull);
  if (given === null || known === undefined || others.length > 0) return complete({}, given);
  const isUnknownWord = typeof given === 'string' && known.enum?.includes(given) === false;
  const isNoTime = known.format === 'date-time' && !isTimestamp(given);
  return isNullable && (isUnknownWord || isNoTime) ? null : complete(known, given);
}

/** Whether a row has all the times that it must have. A time that is missing is left for the check. */
function hasTimes({ properties = {} }: Schema, row: unknown): boolean {
  if (!isRecord(row)) return true;
  return Object.entries(properties).every(
    ([name, { format }]) => format !== 'date-time' || row[name] === undefined || isTimestamp(row[name]),
  );
}

function isTimestamp(given: unknown): boolean {
  return typeof given === 'string' && readTimestamp(given) !== null;
}

function less(count: unknown, by: number): unknown {
  return typeof count === 'number' ? count - by : count;
}

/** A day, and a time of it with its offset or without one. Fractions of a second are not read. */
const TIME_TEXT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:[.,]\d+)?(Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?$/i;

/** In Amsterdam time, which a text without an offset is already in; `null` if it is no time. */
function readTimestamp(text: string): string | null {
  const [, day = '', time = '00:00', offset, sign, hours = 0, minutes = 0] = TIME_TEXT.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  if (offset === undefined) return localTimestamp(instantAt(day, time));
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return localTimestamp(Date.parse(`${day}T${time}Z`) + (sign === '-' ? offsetMs : -offsetMs));
}

function completeRecord(properties: Readonly<Record<string, Schema>>, given: Readonly<Record<string, unknown>>) {
  const completed: Record<string, unknown> = { ...given };
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? complete(schema, given[name]) : missing(schema);
    const known = schema.type === 'string' ? (value ?? TEXTS_OF_NOTHING[name]) : value;
    if (known !== undefined)
      completed[name] = name === 'currency' && typeof known === 'string' ? known.toUpperCase() : known;
  }
  return completed;
}

/** What a text is that a deployment leaves out, by its member. */
const TEXTS_OF_NOTHING: Readonly<Record<string, string>> = { sku: '', backoffice_url: '', currency: ACCOUNT_CURRENCY };

function missing(schema: Schema): unknown {
  return schema.default ?? (schema.anyOf?.some(isNull) ? null : undefined);
}

function isNull({ type }: Schema): boolean {
  return type === 'null';
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
