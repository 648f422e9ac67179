/**
 * A number as plain digits with a decimal point, never scientific: reading them gives the same number again.
 * Throws a `TypeError` for what is not finite.
 */
export function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`not a number that a cell can hold: ${value}`);
  const text = String(value);
  return text.includes('e') ? unfolded(text) : text;
}

/** JavaScript writes an exponent from 1e21 and below 1e-6 only: the point lies outside of the digits. */
function unfolded(scientific: string): string {
  const [mantissa = '', power] = scientific.split('e');
  const exponent = Number(power);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  if (exponent > 0) return sign + digits.padEnd(exponent + 1, '0');
  return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
}
