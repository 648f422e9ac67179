import { type TSchema, Type } from 'typebox';
import { isCalendarDate } from '../calendar.ts';

/**
 * Kinds of query parameter. Schemas describe the decoded value. The service parses the raw text strictly by the keyword
 * `x-text`, without coercion.
 */
export type ParameterText =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'flag'
  | 'date'
  | 'time'
  | 'moment'
  | 'country'
  | 'comma-list'
  | 'id-list';

/** The largest number with 15 digits. */
export const MAX_ID = 999_999_999_999_999;

export const Id = (description: string, example: number) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_ID,
    'x-text': 'integer',
    description,
    examples: [example],
  });

/** A number from 0 with at most 2 decimals. */
export const Decimal = (description: string, maximum: number, example: number) =>
  Type.Number({ minimum: 0, maximum, 'x-text': 'decimal', description, examples: [example] });

export const Flag = (description: string) => Type.Boolean({ 'x-text': 'flag', description });

export const Day = (description: string, example = '2026-11-08') =>
  Type.String({ format: 'date', 'x-text': 'date', description, examples: [example] });

export const TimeOfDay = (description: string) =>
  Type.String({
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    'x-text': 'time',
    description: `${description}, as \`HH:MM\``,
    examples: ['14:00'],
  });

/** A text that `parseInstant` can parse. */
export const Moment = (description: string) =>
  Type.String({
    'x-text': 'moment',
    description: `${description}: RFC 3339 with an offset or Z, or Unix seconds`,
    examples: ['2026-10-01T00:00:00+02:00'],
  });

export const CountryCode = (description: string) =>
  Type.String({
    pattern: '^[A-Z]{2}$',
    'x-text': 'country',
    description: `${description}, two upper-case letters`,
    examples: ['NL'],
  });

/** Maximum length of a search text. */
export const MAX_SEARCH_LENGTH = 200;

/** The searches that can find people: all, or those with a word without digits, which cannot be a number. */
export type FindsPeople = 'always' | 'words';

export const SearchText = (description: string, example: string, findsPeople?: FindsPeople) =>
  Type.String({
    maxLength: MAX_SEARCH_LENGTH,
    'x-text': 'text',
    ...(findsPeople && { 'x-finds-people': findsPeople }),
    description: findsPeople ? `${description}. ${SEARCHES_REFUSED[findsPeople]}` : description,
    examples: [example],
  });

const SEARCHES_REFUSED: Readonly<Record<FindsPeople, string>> = {
  always: 'Returns 403 for an API key without personal data',
  words: 'An API key without personal data does not search names: a word without digits returns 403',
};

export const Choice = <T extends string[]>(values: readonly [...T], description: string) =>
  Type.Enum(values, { 'x-text': 'text', description });

/** The sort order. `-` before a name sorts descending. */
export const Sort = <T extends string[]>(values: readonly [...T]) =>
  Choice(values, 'Sort order; `-` is descending, ties by id');

/** Comma-separated distinct values of a closed set, such as `include=items,payments`. */
export const ChoiceList = <T extends string[]>(values: readonly [...T], description: string) =>
  Type.Array(Type.Enum(values), { minItems: 1, uniqueItems: true, 'x-text': 'comma-list', description });

/** Comma-separated ids. White space around an id is allowed, an empty id is not. Repeated ids count once. */
export const IdList = (maxIds: number, description: string, examples: readonly number[] = [100031, 100751]) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: MAX_ID }), {
    minItems: 1,
    maxItems: maxIds,
    'x-text': 'id-list',
    description,
    examples: [[...examples]],
  });

/** Maximum number of locations or shops per call. */
const MAX_FILTER_IDS = 200;

export const LocationIds = () => IdList(MAX_FILTER_IDS, 'Only shops of these locations: one id or several', [102]);

export const ShopIds = () => IdList(MAX_FILTER_IDS, 'Only these shops: one id or several', [106]);

/**
 * Returns the single-value field of an answer that repeats the requested locations or shops: set if exactly one was
 * requested.
 */
export function getOnlyId(ids: readonly number[] | undefined): number | null {
  return ids?.length === 1 ? (ids[0] ?? null) : null;
}

/** Returns the list field of an answer that repeats them: set if several were requested. */
export function getSeveralIds(ids: readonly number[] | undefined): number[] | undefined {
  return ids !== undefined && ids.length > 1 ? [...ids] : undefined;
}

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

/** A period. The service fills in the last day. */
export const daysQuery = {
  from: Day('First day, inclusive'),
  to: optional(Day('Last day, inclusive; default: the first day', '2026-11-14')),
};

/** Filters by place of sale. If both are given, both apply. */
export const scopeQuery = { location_id: optional(LocationIds()), shop_id: optional(ShopIds()) };

/** Filters of a report over several days. */
export const reportQuery = { ...daysQuery, ...scopeQuery };

/** Offset and page size. A size above `cap` is lowered to `cap`, and the answer repeats the lowered value. */
export const createPageQuery = (maxLimit: number, defaultLimit = 100) => ({
  start: Type.Integer({
    minimum: 0,
    maximum: MAX_ID,
    default: 0,
    'x-text': 'integer',
    description: 'Offset of the first row',
  }),
  limit: Limit(maxLimit, defaultLimit),
});

export const Limit = (maxLimit: number, defaultLimit = 100) =>
  Type.Integer({
    minimum: 1,
    maximum: MAX_ID,
    default: defaultLimit,
    'x-text': 'integer',
    'x-cap': maxLimit,
    description: `Page size; values above ${maxLimit} are lowered to ${maxLimit}`,
  });

/** The part of a parameter's schema that parsing and messages use. */
export interface ParameterSchema {
  readonly 'x-text': ParameterText;
  readonly 'x-cap'?: number;
  readonly 'x-finds-people'?: FindsPeople;
  /** Whether the documentation pages fill in the example of an optional parameter. False: no example can work. */
  readonly 'x-filled'?: boolean;
  readonly default?: unknown;
  /** Describes the format of a text that has one. */
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly enum?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
}

interface ParameterReader {
  /** Decodes the text; `undefined` if it does not have the format. Limits are checked later. */
  read(text: string): unknown;
  /** Completes the sentence "<name> must be …". */
  describeForm(schema: ParameterSchema): string;
}

const INTEGER_PATTERN = /^\d{1,15}$/;

const DECIMAL_PATTERN = /^\d{1,9}(\.\d{1,2})?$/;

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

export const PARAMETER_READERS: Readonly<Record<ParameterText, ParameterReader>> = {
  text: {
    read: (text) => text,
    describeForm: ({ enum: values, maxLength, description = 'of the documented form' }) => {
      if (values) return `one of ${values.join(', ')}`;
      return maxLength === undefined ? description : `at most ${maxLength} characters long`;
    },
  },
  integer: {
    read: readInteger,
    describeForm: ({ minimum = 0 }) => `a whole number from ${minimum} up, of 1 to 15 digits`,
  },
  decimal: {
    read: readDecimal,
    describeForm: ({ minimum = 0, maximum }) => `a number from ${minimum} to ${maximum} with at most 2 decimals`,
  },
  flag: { read: (text) => FLAGS.get(text), describeForm: () => 'true, false, 1 or 0' },
  date: {
    read: (text) => (isCalendarDate(text) ? text : undefined),
    describeForm: () => 'a calendar date, such as 2026-10-01',
  },
  time: { read: (text) => text, describeForm: () => 'a time of the day, such as 14:00' },
  moment: {
    read: (text) => (parseInstant(text) === undefined ? undefined : text),
    describeForm: () => 'an RFC 3339 timestamp, such as 2026-10-01T00:00:00Z, or Unix seconds',
  },
  country: { read: (text) => text, describeForm: () => 'two upper-case letters, such as NL' },
  'comma-list': {
    read: (text) => text.split(','),
    describeForm: ({ items }) => `a comma list of ${items?.enum?.join(', ')}, each at most once`,
  },
  'id-list': {
    read: readIds,
    describeForm: ({ maxItems }) => `a comma list of 1 to ${maxItems} numeric ids`,
  },
};

function readInteger(text: string): number | undefined {
  return INTEGER_PATTERN.test(text) ? Number(text) : undefined;
}

export function readDecimal(text: string): number | undefined {
  return DECIMAL_PATTERN.test(text) ? Number(text) : undefined;
}

/** White space around an id is allowed. Repeated ids count once. */
function readIds(text: string): number[] | undefined {
  const ids = text.split(',').map((part) => readInteger(part.trim()));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
}

const UNIX_SECONDS_PATTERN = /^\d{1,12}$/;

const RFC_3339_PATTERN =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?(Z|[+ -](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * Parses the instant, in milliseconds since the epoch, of an RFC 3339 timestamp with offset or of Unix seconds;
 * `undefined` for anything else, including impossible dates. Cuts off fractions beyond milliseconds. A space is read as
 * `+`, because an unencoded `+` in a query becomes a space.
 */
export function parseInstant(text: string): number | undefined {
  if (UNIX_SECONDS_PATTERN.test(text)) return Number(text) * 1000;
  const [, date, time, fraction = '', offset] = RFC_3339_PATTERN.exec(text) ?? [];
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  // `Date` accepts the 31st of every month and returns a day of the next one.
  if (new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) return undefined;
  return Date.parse(`${date}T${time}${fraction.slice(0, 4)}${offset.toUpperCase().replace(' ', '+')}`);
}
