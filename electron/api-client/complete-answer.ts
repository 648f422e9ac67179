import type { TSchema } from 'typebox';
import { formatTimestamp, getInstantAt, isCalendarDate } from '../../shared/calendar.ts';
import { ACCOUNT_CURRENCY } from '../../shared/currency.ts';
import { roundEuros } from '../../shared/money.ts';

/** The parts of a JSON schema that define missing values. */
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

/** Called with the rows that were left out of a list. */
export type OnLeftOut = (rows: readonly unknown[]) => void;

/**
 * Fills in what another deployment may leave out of an answer. A missing member becomes its `default`, or `null` if
 * nullable. An unknown enum value or an unreadable time becomes `null` if nullable. Numbers are rounded to 1/10,000,
 * times are converted to Amsterdam time, and a missing currency is the account's. A row whose required time is
 * unreadable is left out, unless all rows are. Everything else is left to validation.
 */
export function completeAnswer(schema: TSchema, given: unknown, onLeftOut: OnLeftOut = () => {}): unknown {
  const answer = complete(schema as Schema, given);
  const row = (schema as Schema).properties?.data?.items;
  if (row === undefined || !isRecord(answer) || !Array.isArray(answer.data)) return answer;
  const data = answer.data.filter((one) => hasValidTimes(row, one));
  const leftOut = answer.data.length - data.length;
  // If no row has a readable time, the format is unknown.
  if (leftOut === 0 || (data.length === 0 && leftOut > 1)) return answer;
  onLeftOut(answer.data.filter((one) => !data.includes(one)));
  // Pages continue by the deployment's count, so it must not change.
  const isPaged = (schema as Schema).properties?.limit !== undefined;
  return {
    ...answer,
    data,
    ...(!isPaged && { count: subtract(answer.count, leftOut), total: subtract(answer.total, leftOut) }),
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

/** Rounds a number. Returns NaN, which validation refuses, if sums of it would not be exact. */
function completeNumber(given: number): number {
  return Math.abs(given) > MAX_NUMBER ? Number.NaN : roundEuros(given);
}

/** A hundred billion euros. */
const MAX_NUMBER = 100_000_000_000;

function completeChoice(choices: readonly Schema[], given: unknown): unknown {
  const [known, ...others] = choices.filter((choice) => !isNull(choice));
  const isNullable = choices.some(isNull);
  if (given === null || known === undefined || others.length > 0) return complete({}, given);
  const isUnknownWord = typeof given === 'string' && known.enum?.includes(given) === false;
  const isUnreadableTime = known.format === 'date-time' && !isTimestamp(given);
  return isNullable && (isUnknownWord || isUnreadableTime) ? null : complete(known, given);
}

/** Whether all times of a row can be read. A missing time is left to the validation. */
function hasValidTimes({ properties = {} }: Schema, row: unknown): boolean {
  if (!isRecord(row)) return true;
  return Object.entries(properties).every(
    ([name, { format }]) => format !== 'date-time' || row[name] === undefined || isTimestamp(row[name]),
  );
}

function isTimestamp(given: unknown): boolean {
  return typeof given === 'string' && readTimestamp(given) !== null;
}

function subtract(count: unknown, by: number): unknown {
  return typeof count === 'number' ? count - by : count;
}

/** A date, optionally with a time and offset. Fractions of a second are ignored. */
const TIME_TEXT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)(?:[.,]\d+)?(Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?$/i;

/** Converts to Amsterdam time, which is also assumed without an offset; `null` if the text is not a time. */
function readTimestamp(text: string): string | null {
  const [, day = '', time = '00:00', offset, sign, hours = 0, minutes = 0] = TIME_TEXT.exec(text) ?? [];
  if (!isCalendarDate(day)) return null;
  if (offset === undefined) return formatTimestamp(getInstantAt(day, time));
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return formatTimestamp(Date.parse(`${day}T${time}Z`) + (sign === '-' ? offsetMs : -offsetMs));
}

function completeRecord(properties: Readonly<Record<string, Schema>>, given: Readonly<Record<string, unknown>>) {
  const completed: Record<string, unknown> = { ...given };
  for (const [name, schema] of Object.entries(properties)) {
    const value = Object.hasOwn(given, name) ? complete(schema, given[name]) : getDefault(schema);
    const known = schema.type === 'string' ? (value ?? DEFAULT_TEXTS[name]) : value;
    if (known !== undefined)
      completed[name] = name === 'currency' && typeof known === 'string' ? known.toUpperCase() : known;
  }
  return completed;
}

/** Defaults for missing text members. */
const DEFAULT_TEXTS: Readonly<Record<string, string>> = { sku: '', backoffice_url: '', currency: ACCOUNT_CURRENCY };

function getDefault(schema: Schema): unknown {
  return schema.default ?? (schema.anyOf?.some(isNull) ? null : undefined);
}

function isNull({ type }: Schema): boolean {
  return type === 'null';
}

function isRecord(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
