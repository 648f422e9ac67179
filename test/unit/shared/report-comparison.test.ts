import { describe, expect, it } from 'vitest';
import { calculateChange, compareFigures, getFigure, pairByKey } from '../../../shared/report-comparison.ts';

describe('the change between two figures', () => {
  it.each([
    ['a rise', 150, 100, 50, 50],
    ['more returns, which are below 0: an increase in size', -4439, -3846, -593, 15.42],
    ['fewer returns', -50, -100, 50, -50],
    ['no returns any more', 0, -100, 100, -100],
    ['a loss that became a gain', 50, -100, 150, null],
    ['nothing before', 10, 0, 10, null],
  ])('is correct for %s', (_name, now, before, difference, percentage) => {
    expect(calculateChange(now, before)).toEqual({ difference, percentage });
  });
});

describe('the figure of a compared line', () => {
  it.each([
    ['wt', { exVat: 1, inclVat: 2 }, 2],
    ['ex', { exVat: 1, inclVat: 2 }, 1],
    ['wt', { exVat: 1, inclVat: null }, 1],
    ['ex', { exVat: null, inclVat: 2 }, 2],
    ['ex', null, null],
  ] as const)('is that of the side %s of %j, or the only one', (side, line, figure) => {
    expect(getFigure(line, side)).toBe(figure);
  });
});

describe('the change of a figure', () => {
  const figure = (euros: number | null, ...without: 'not_paid_now'[]) => ({ euros, without });

  it('is known if both figures are', () => {
    expect(compareFigures(figure(3), figure(2))).toEqual({ difference: 1, percentage: 50 });
    expect(compareFigures(figure(3), figure(null))).toBeNull();
    expect(compareFigures(figure(null), figure(2))).toBeNull();
    expect(compareFigures(null, figure(2))).toBeNull();
    expect(compareFigures(figure(3), null)).toBeNull();
  });

  it('is unknown between totals that lack different parts', () => {
    expect(compareFigures(figure(3, 'not_paid_now'), figure(2))).toBeNull();
    expect(compareFigures(figure(3, 'not_paid_now'), figure(2, 'not_paid_now'))).not.toBeNull();
  });
});

describe('the lines of two reports', () => {
  const lines = (keys: string) => [...keys].map((key) => ({ key }));
  const paired = (now: string, before?: string) =>
    pairByKey(lines(now), before === undefined ? undefined : lines(before)).map(
      (pair) => `${pair.named.key}:${pair.now?.key ?? '-'}${pair.before?.key ?? '-'}`,
    );

  it.each([
    ['abc', undefined, ['a:a-', 'b:b-', 'c:c-']],
    ['ab', 'ba', ['a:aa', 'b:bb']],
    ['ac', 'abc', ['a:aa', 'b:-b', 'c:cc']],
    ['bc', 'abc', ['a:-a', 'b:bb', 'c:cc']],
    ['a', 'abc', ['a:aa', 'b:-b', 'c:-c']],
  ])('are paired, and lines of the earlier report only keep their position: %s and %s', (now, before, pairs) => {
    expect(paired(now, before)).toEqual(pairs);
  });
});
