import { type Static, type TProperties, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { isCalendarDate } from '../../../../shared/calendar.ts';
import type { Amount } from '../../../../shared/money.ts';
import { sanitizedLine } from '../../../api-client/upstream-answer.ts';

/** A member that StoreKeeper leaves out, or sends as null, where it has no value. */
export const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

/** An object that may be missing; PHP writes an empty one as `[]`. */
export const maybeObject = <P extends TProperties>(properties: P) =>
  Type.Optional(Type.Union([Type.Object(properties), Type.Null(), Type.Array(Type.Never(), { maxItems: 0 })]));

/** A number, or its text: `51`, `42.15`, `"73.5800"`. */
export const WireDecimal = Type.Union([
  Type.Number(),
  Type.String({ pattern: '^([+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,2})?)?$', maxLength: 60 }),
]);

/** The id of the record itself. */
export const OwnId = Type.Union([
  Type.Integer({ minimum: 1, maximum: 999_999_999_999 }),
  Type.String({ pattern: '^[1-9]\\d{0,11}$' }),
]);

/** The id of another record; 0 and an empty text stand for none. */
export const WireId = Type.Union([
  Type.Integer({ minimum: 0, maximum: 999_999_999_999 }),
  Type.String({ pattern: '^\\d{0,12}$' }),
]);

export const WireText = Type.Union([Type.String(), Type.Number()]);

export const WireFlag = Type.Union([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 1 }), Type.String()]);

/** `2026-10-25 02:30:00+01:00`; hooks write the offset as `+01`. */
export const WireDate = Type.String({ maxLength: 40 });

type Missing = null | undefined;

/** The record, or null where it is not of the form. Further members are of no concern. */
export function readRecord<T extends TSchema>(schema: T, value: unknown): Static<T> | null {
  return Value.Check(schema, value) ? value : null;
}

/** A nested object, where there is one. */
export function partOf<Part>(value: Part): Exclude<Part, Missing | readonly never[]> | undefined {
  return value === null || value === undefined || Array.isArray(value)
    ? undefined
    : (value as Exclude<Part, Missing | readonly never[]>);
}

/** Null for a missing id, and for 0. */
export function idOf(value: Static<typeof WireId> | Missing): number | null {
  const id = Number(value ?? 0);
  return id === 0 ? null : id;
}

/** One line without control characters; empty where it is missing. */
export function textOf(value: Static<typeof WireText> | Missing): string {
  return sanitizedLine(String(value ?? ''));
}

const TRUE_TEXTS: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 't']);

/** Null where it is missing. */
export function flagOf(value: Static<typeof WireFlag> | Missing): boolean | null {
  return value === null || value === undefined || value === '' ? null : TRUE_TEXTS.has(value);
}

const DATE_FORM = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d+)?(Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Milliseconds since the epoch. Null for a missing date, one that no calendar has, and one without its offset. */
export function instantOf(value: string | Missing): number | null {
  const [, date = '', hours, minutes, seconds, offset = ''] = DATE_FORM.exec(value?.trim() ?? '') ?? [];
  if (!isCalendarDate(date)) return null;
  const zone = offset === 'Z' ? 'Z' : `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}`;
  const instant = Date.parse(`${date}T${hours}:${minutes}:${seconds}${zone}`);
  return Number.isNaN(instant) ? null : instant;
}

const AMOUNT_DECIMALS = 4;

const QUANTITY_DECIMALS = 3;

/**
 * Integer count of 1/10 000 euro, rounded where there are more than 4 decimals. Null where it is missing, and where
 * `isAmountTooLarge`.
 */
export function amountOf(value: Static<typeof WireDecimal> | Missing): Amount | null {
  return scaledOf(value, AMOUNT_DECIMALS);
}

/** A fraction, such as 0.21, as 1/100 percent: 2100. */
export function percentageOf(fraction: Static<typeof WireDecimal> | Missing): number | null {
  return scaledOf(fraction, AMOUNT_DECIMALS);
}

/** Integer count of 1/1000 piece, kilogram or metre. Null where it is missing, and where `isQuantityTooLarge`. */
export function quantityOf(value: Static<typeof WireDecimal> | Missing): number | null {
  return scaledOf(value, QUANTITY_DECIMALS);
}

/** An amount or a fraction that is given, and beyond what `amountOf` and `percentageOf` can say exactly. */
export function isAmountTooLarge(value: Static<typeof WireDecimal> | Missing): boolean {
  return isGiven(value) && amountOf(value) === null;
}

/** A quantity that is given, and beyond what `quantityOf` can say exactly. */
export function isQuantityTooLarge(value: Static<typeof WireDecimal> | Missing): boolean {
  return isGiven(value) && quantityOf(value) === null;
}

function isGiven(value: Static<typeof WireDecimal> | Missing): boolean {
  return value !== null && value !== undefined && value !== '';
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/**
 * The decimal text times 10 to the power of `decimals`, halves rounded away from zero. Digits are counted as they are
 * written: the text of a JSON number is the shortest that names it, so that 42.15 is 421 500 and never 421 499.
 * Null for no number, and for one beyond the integers that are exact.
 */
function scaledOf(value: number | string | Missing, decimals: number): number | null {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(String(value ?? '').trim()) ?? [];
  if (sign === undefined || whole + fraction === '') return null;
  const shift = Number(exponent) - fraction.length + decimals;
  const digits = BigInt(whole + fraction);
  // Far more places than any amount has: the result is 0, or beyond every exact integer.
  if (Math.abs(shift) > 400) return digits === 0n || shift < 0 ? 0 : null;
  const size = shift >= 0 ? digits * 10n ** BigInt(shift) : dividedHalfUp(digits, 10n ** BigInt(-shift));
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return sign === '-' && size !== 0n ? -Number(size) : Number(size);
}

function dividedHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** `amount` × `part` / `whole`, as a whole number, halves rounded away from zero. `whole` is not 0. */
export function shareOf(amount: number, part: number, whole: number): number {
  const [dividend, divisor] = [BigInt(amount) * BigInt(part), BigInt(whole)];
  const size = dividedHalfUp(dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor);
  const isNegative = dividend < 0n !== divisor < 0n && size !== 0n;
  return isNegative ? -Number(size) : Number(size);
}
