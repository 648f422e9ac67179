import { types } from 'pg';

const { builtins } = types;
/** Integers, and what sums of them are. */
const WHOLE_NUMBERS: readonly number[] = [builtins.INT8, builtins.NUMERIC];

/**
 * Values as SQLite gives them: integers as numbers, JSON as text, conditions as 0 or 1. Throws `RangeError` for a
 * number that is not exact as one.
 */
export const storedValues = {
  getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (WHOLE_NUMBERS.includes(type)) return toWholeNumber;
    if (type === builtins.BOOL) return (text) => (text === 't' ? 1 : 0);
    if (type === builtins.JSON || type === builtins.JSONB) return (text) => text;
    return types.getTypeParser(type, format as 'text');
  },
};

function toWholeNumber(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`not a whole number that is exact: ${text}`);
}
