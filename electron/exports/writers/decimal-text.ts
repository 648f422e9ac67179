const MOST_DECIMALS = 4;
const LARGEST = 1e15;

/**
 * A number as plain digits with a decimal comma: never scientific, no grouping, and no more decimals than it
 * has above `leastDecimals`. Throws for a number that 4 decimals cannot show, rather than round it.
 */
export function decimalText(value: number, leastDecimals: number): string {
  const text = value.toFixed(MOST_DECIMALS);
  if (!(Math.abs(value) < LARGEST) || Number(text) !== value) {
    throw new RangeError(`not a number with at most ${MOST_DECIMALS} decimals: ${value}`);
  }
  const [whole = '', decimals = ''] = text.split('.');
  const kept = decimals.replace(/0+$/, '').padEnd(leastDecimals, '0');
  return kept === '' ? whole : `${whole},${kept}`;
}
