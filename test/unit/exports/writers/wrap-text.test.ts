import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Face, wrapText } from '../../../../electron/exports/writers/pdf-paper.ts';

/** Every letter is as wide as it is high. */
const SQUARE: Face = { name: 'regular', has: () => true, widthOf: (text, size) => [...text].length * size };

describe('wrapText', () => {
  it.each([
    ['fits', 10, ['fits']],
    ['one two three', 7, ['one two', 'three']],
    ['one two three', 5, ['one', 'two', 'three']],
    ['path/to/file', 8, ['path/to/', 'file']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a abcdefgh b', 3, ['a', 'abc', 'def', 'gh', 'b']],
    ['one\n\ntwo', 9, ['one', '', 'two']],
    ['', 9, ['']],
    ['          ', 9, ['']],
    ['wide', 0.5, ['w', 'i', 'd', 'e']],
  ])('breaks %j at %d into %j', (text, width, lines) => {
    expect(wrapText(text, width, SQUARE, 1)).toEqual(lines);
  });

  it('keeps every letter in its order, in lines that fit', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ab-/ 😀\n') });
    fc.assert(
      fc.property(letters, fc.integer({ min: 1, max: 12 }), (text, width) => {
        const lines = wrapText(text, width, SQUARE, 1);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''));
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(width);
      }),
      { seed: 4870, numRuns: 2_000 },
    );
  });
});
