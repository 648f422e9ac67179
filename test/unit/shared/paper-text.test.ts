import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenText } from '../../../shared/paper-text.ts';

const FAMILY = '👩‍👩‍👧‍👦';

describe('shortenText', () => {
  it.each([
    ['a text that fits', 'abcde', 5, 'abcde'],
    ['a longer one', 'abcdef', 5, 'abcd…'],
    ['an emoji at the edge', 'abc😀d', 5, 'abc…'],
    ['a family of emoji', `ab${FAMILY}cd`, 8, 'ab…'],
    ['a flag', 'a🇳🇱bcd', 4, 'a…'],
    ['an accent behind the edge', 'abcde\u0301f', 6, 'abcd…'],
    ['a skin tone behind the edge', 'ab👍🏽c', 5, 'ab…'],
    ['one letter with more accents than fit', `a${'\u0301'.repeat(9)}`, 5, 'a\u0301\u0301\u0301…'],
    ['a family that does not fit by itself', `${FAMILY}`, 4, '👩\u200d…'],
  ])('does not split characters: %s', (_, text, maxUnits, expected) => {
    expect(shortenText(text, maxUnits)).toBe(expected);
  });

  it('returns at most the requested length, and no half of a surrogate pair', () => {
    const texts = fc.array(fc.constantFrom('a', 'é', 'e\u0301', '😀', FAMILY, '🇳🇱', '\u0301'));
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 30 }), (parts, maxUnits) => {
        const short = shortenText(parts.join(''), maxUnits);
        expect(short.length).toBeLessThanOrEqual(maxUnits);
        expect(short.isWellFormed()).toBe(true);
      }),
      { seed: 4870 },
    );
  });
});
