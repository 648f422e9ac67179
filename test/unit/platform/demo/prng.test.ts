import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../electron/platform/demo/prng.ts';

const drawTen = (...name: string[]) => {
  const random = randomStream(7, ...name);
  return Array.from({ length: 10 }, () => random.whole(0, 1_000_000));
};

describe('randomStream', () => {
  it('draws the same numbers for the same seed and name', () => {
    expect(drawTen('day', '2026-10-01')).toEqual(drawTen('day', '2026-10-01'));
  });

  it('draws other numbers for another name and for another seed', () => {
    expect(drawTen('day', '2026-10-01')).not.toEqual(drawTen('day', '2026-10-02'));
    expect(randomStream(7, 'a').fraction()).not.toBe(randomStream(8, 'a').fraction());
  });

  it('keeps its numbers from one release to the next', () => {
    const random = randomStream(1, 'release');
    expect([random.whole(0, 999), random.whole(0, 999), random.whole(0, 999)]).toEqual([933, 670, 532]);
  });

  it('draws every number of a range about as often', () => {
    const random = randomStream(1, 'dice');
    const counts = Array.from({ length: 6 }, () => 0);
    for (let roll = 0; roll < 60_000; roll += 1) {
      const index = random.whole(1, 6) - 1;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it('chooses by weight, and never what weighs nothing', () => {
    const random = randomStream(1, 'weights');
    const choices = [
      ['never', 0],
      ['often', 3],
      ['seldom', 1],
    ] as const;
    const drawn = Array.from({ length: 4_000 }, () => random.weighted(choices));
    expect(drawn).not.toContain('never');
    expect(Math.abs(drawn.filter((choice) => choice === 'often').length - 3_000)).toBeLessThan(150);
  });

  it('shuffles without losing or doubling anything', () => {
    const cards = Array.from({ length: 52 }, (_, card) => card);
    const shuffled = randomStream(1, 'cards').shuffled(cards);
    expect(shuffled).not.toEqual(cards);
    expect(shuffled.toSorted((left, right) => left - right)).toEqual(cards);
  });

  it('refuses to choose from nothing', () => {
    expect(() => randomStream(1, 'empty').pick([])).toThrow(RangeError);
  });
});
