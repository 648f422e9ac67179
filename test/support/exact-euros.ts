/**
 * Amounts of the API as integers, without the program's own money functions so that tests can check them. `Units` is a
 * whole number of 1/10 000 euro, read from the decimal digits and never computed with floats.
 */
export type Units = bigint;

const DECIMALS = 4;

export function toUnits(euros: number): Units {
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(String(euros));
  if (!match) throw new Error(`not euros with at most ${DECIMALS} decimals: ${euros}`);
  const [, sign = '', whole = '', decimals = ''] = match;
  return BigInt(`${sign}${whole}${decimals.padEnd(DECIMALS, '0')}`);
}

/** Like `toUnits`, for millions of amounts. Exact, because no other whole number of units equals the same number of euros. */
export function toWholeUnits(euros: number): number {
  const units = Math.round(euros * 10_000);
  if (!Number.isSafeInteger(units) || units / 10_000 !== euros) {
    throw new Error(`not euros with at most ${DECIMALS} decimals: ${euros}`);
  }
  return units;
}

/** The JSON number for an amount: the nearest to its decimal digits. */
export function fromUnits(amount: Units): number {
  const digits = String(amount < 0n ? -amount : amount).padStart(DECIMALS + 1, '0');
  const text = `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
  return amount < 0n ? -Number(text) : Number(text);
}

export function sumUnits<Row>(rows: readonly Row[], eurosOf: (row: Row) => number): Units {
  return rows.reduce((sum, row) => sum + toUnits(eurosOf(row)), 0n);
}

/** Returns a percentage with 2 decimals, halves away from zero; `null` if the whole is 0. */
export function getPercentage(part: Units, whole: Units): number | null {
  if (whole === 0n) return null;
  const isNegative = part < 0n !== whole < 0n;
  const [top, bottom] = [part < 0n ? -part : part, whole < 0n ? -whole : whole];
  const doubled = (top * 20_000n) / bottom; // half hundredths of a percent, rounded down
  const hundredths = (doubled + 1n) / 2n;
  return Number(isNegative ? -hundredths : hundredths) / 100;
}
