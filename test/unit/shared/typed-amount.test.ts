import { describe, expect, it } from 'vitest';
import { parseTypedAmount } from '../../../shared/money.ts';

describe('an amount that a person types', () => {
  it.each([
    ['150', 'nl', 1_500_000],
    ['150,5', 'nl', 1_505_000],
    ['150.50', 'nl', 1_505_000],
    ['1.234', 'nl', 12_340_000],
    ['€ 1.234,50', 'nl', 12_345_000],
    ['1,234.50', 'en', 12_345_000],
    ['1,234', 'en', 12_340_000],
  ] as const)('%s is read in %s', (text, language, amount) => {
    expect(parseTypedAmount(text, language)).toBe(amount);
  });

  it.each(['', 'veel', '-5', '1,2,3', '1.23.4', '1e5', '12,345,6', '1.234.5', '8712345678901', '1.234.567.890'])(
    '%j is not accepted',
    (text) => {
      expect(parseTypedAmount(text, 'nl')).toBeNull();
    },
  );
});
