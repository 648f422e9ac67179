import { type TSchema, Type } from 'typebox';

/**
 * The kinds of query parameter. They describe the decoded value; the service reads the raw text strictly by
 * the `x-text` keyword and never coerces (see shared/parameter-readers.ts).
 */
export type ParameterText = 'text' | 'integer' | 'flag' | 'date' | 'country' | 'comma-list' | 'id-list';

const MAX_DIGITS_INTEGER = 999_999_999_999_999;

export const Id = () => Type.Integer({ minimum: 0, maximum: MAX_DIGITS_INTEGER, 'x-text': 'integer' });
export const Flag = () => Type.Boolean({ 'x-text': 'flag' });
export const Day = () => Type.String({ format: 'date', 'x-text': 'date', examples: ['2026-10-01'] });
export const CountryCode = () => Type.String({ pattern: '^[A-Z]{2}$', 'x-text': 'country' });
export const SearchText = () => Type.String({ maxLength: 200, 'x-text': 'text' });
export const Choice = <T extends string[]>(values: readonly [...T]) =>
  Type.Enum(values, { 'x-text': 'text' });

/** Comma list of distinct values out of a closed set, such as `include=items,payments`. */
export const ChoiceList = <T extends string[]>(values: readonly [...T]) =>
  Type.Array(Type.Enum(values), { minItems: 1, uniqueItems: true, 'x-text': 'comma-list' });

/** Comma list of ids; white space around an id is allowed, an empty one is not; repeats count once. */
export const IdList = (maxIds: number) =>
  Type.Array(Type.Integer({ minimum: 0, maximum: MAX_DIGITS_INTEGER }), {
    minItems: 1,
    maxItems: maxIds,
    'x-text': 'id-list',
  });

/** Offset of the first row of a page. */
export const Start = () =>
  Type.Integer({ minimum: 0, maximum: MAX_DIGITS_INTEGER, default: 0, 'x-text': 'integer' });

/** Page size. Above `cap` it is lowered to the cap and the lowered value is echoed. */
export const Limit = (cap: number, byDefault = 100) =>
  Type.Integer({ minimum: 1, default: byDefault, 'x-text': 'integer', 'x-cap': cap });

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
