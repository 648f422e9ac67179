import { type TSchema, Type } from 'typebox';

/**
 * The kinds of query parameter. They describe the decoded value; the service reads the raw text strictly by
 * the `x-text` keyword and never coerces (see shared/contract/parameter-readers.ts).
 */
export type ParameterText =
  | 'text'
  | 'integer'
  | 'flag'
  | 'date'
  | 'moment'
  | 'country'
  | 'comma-list'
  | 'id-list';

/** The greatest number of 15 digits. */
export const MAX_ID = 999_999_999_999_999;

export const Id = (description: string, example: number) =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_ID,
    'x-text': 'integer',
    description,
    examples: [example],
  });
export const Flag = (description: string) => Type.Boolean({ 'x-text': 'flag', description });
export const Day = (description: string) =>
  Type.String({ format: 'date', 'x-text': 'date', description, examples: ['2026-10-01'] });
/** First day of a range. */
export const FirstDay = () => Day('First day, inclusive');
/** Last day of a range; the service fills it in. */
export const LastDay = () => Type.Optional(Day('Last day, inclusive; the first day unless it is given'));
/** A text that `instantOfMoment` reads (shared/contract/moment.ts). */
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
/** The longest text that is searched for. */
export const MAX_SEARCH_LENGTH = 200;

export const SearchText = (description: string, example: string) =>
  Type.String({ maxLength: MAX_SEARCH_LENGTH, 'x-text': 'text', description, examples: [example] });
export const Choice = <T extends string[]>(values: readonly [...T], description: string) =>
  Type.Enum(values, { 'x-text': 'text', description });
/** The order of the rows; `-` before a name is descending. */
export const Sort = <T extends string[]>(values: readonly [...T]) =>
  Choice(values, 'Order of the rows; `-` for descending, ties by id');

/** Comma list of distinct values out of a closed set, such as `include=items,payments`. */
export const ChoiceList = <T extends string[]>(values: readonly [...T], description: string) =>
  Type.Array(Type.Enum(values), { minItems: 1, uniqueItems: true, 'x-text': 'comma-list', description });

/** Comma list of ids; white space around an id is allowed, an empty one is not; repeats count once. */
export const IdList = (maxIds: number, description: string) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: MAX_ID }), {
    minItems: 1,
    maxItems: maxIds,
    'x-text': 'id-list',
    description,
    examples: [[1204, 1205]],
  });

/** Offset of the first row of a page. */
export const Start = () =>
  Type.Integer({
    minimum: 0,
    maximum: MAX_ID,
    default: 0,
    'x-text': 'integer',
    description: 'Offset of the first row',
  });

/** Page size. Above `cap` it is lowered to the cap and the lowered value is echoed. */
export const Limit = (cap: number, byDefault = 100) =>
  Type.Integer({
    minimum: 1,
    maximum: MAX_ID,
    default: byDefault,
    'x-text': 'integer',
    'x-cap': cap,
    description: `Page size; above ${cap} it is lowered to ${cap}`,
  });

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
