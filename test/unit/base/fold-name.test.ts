import { describe, expect, it } from 'vitest';
import { foldName } from '../../../electron/base/caller.ts';

describe('foldName', () => {
  it.each([
    ['spaces', ' olga\u00a0@ \u2003till\t'],
    ['case', 'OLGA@Till'],
    ['wide letters', 'ｏｌｇａ＠ｔｉｌｌ'],
    ['signs that are letters', 'o\u2113ga@til\u2113'],
    ['accents', 'ólga@tïll'],
    ['accents apart', 'o\u0301lga@ti\u0308ll'],
    ['characters that nobody sees', 'ol\u200bga\u00ad@till\u3164'],
  ])('ignores %s', (_, spelled) => {
    expect(foldName(spelled)).toBe('olga@till');
  });

  it('treats both cases of a letter as equal, even if one of them is two letters', () => {
    for (const [one, other] of [
      ['straße', 'STRASSE'],
      ['\u1e9e', 'ss'],
      ['\u212a', 'k'],
      ['ΣΑΣ', 'σας'],
      ['İ', 'i'],
    ] as const) {
      expect(foldName(one)).toBe(foldName(other));
    }
  });

  it('keeps other letters, digits and signs distinct', () => {
    const names = ['olga', 'olga1', 'olga.1', 'olga-1', 'olga_1', 'olga+1', 'ольга'];
    expect(new Set(names.map(foldName)).size).toBe(names.length);
  });
});
