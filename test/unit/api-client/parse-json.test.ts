import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../electron/api-client/upstream-answer.ts';
import { MAX_TURNOVER_DAYS, TurnoverDay } from '../../../shared/contract/turnover-by-day.ts';

const bytesOf = (text: string) => Buffer.from(text);

describe('the values of a JSON response', () => {
  it.each([
    ['{"a":1,"b":2,"c":3,"d":4}', 4],
    ['[1,[2,[3]]]', 5],
    ['[{},{},{}]', 6],
    ['["1,2,[3],{4}","\\",[5]"]', 2],
  ])('of %s are counted, and one more is too much', (text, count) => {
    expect(parseJson(bytesOf(text), count)).toEqual(JSON.parse(text));
    expect(() => parseJson(bytesOf(text), count - 1)).toThrow(expect.objectContaining({ reason: 'too_large' }));
  });

  it('are within the limit for ten years of days, and over it for a flood of objects', () => {
    const day = Object.fromEntries(Object.keys(TurnoverDay.properties).map((name) => [name, 0]));
    const data = Array.from({ length: MAX_TURNOVER_DAYS }, () => day);

    expect(parseJson(bytesOf(JSON.stringify({ data })))).toEqual({ data });
    expect(() => parseJson(bytesOf(`[${'{},'.repeat(500_000)}0]`))).toThrow(
      expect.objectContaining({ reason: 'too_large' }),
    );
  });

  it('may be nested at most 64 levels deep', () => {
    const nested = (levels: number) => bytesOf(`${'['.repeat(levels)}${']'.repeat(levels)}`);

    expect(parseJson(nested(64))).toHaveLength(1);
    for (const levels of [65, 100_000]) {
      expect(() => parseJson(nested(levels))).toThrow(expect.objectContaining({ reason: 'unexpected' }));
    }
  });

  it('may be at most 10,000 members of one object, and more in a list', () => {
    const objectOf = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`a${nth}`, [nth]]));
    const most = { list: Array.from({ length: 20_000 }, () => 0), objects: [objectOf(10_000), objectOf(10_000)] };

    expect(parseJson(bytesOf(JSON.stringify(most)))).toEqual(most);
    expect(() => parseJson(bytesOf(JSON.stringify(objectOf(10_001))))).toThrow(
      expect.objectContaining({ reason: 'too_large' }),
    );
  });
});
