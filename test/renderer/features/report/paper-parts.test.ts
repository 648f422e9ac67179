import { describe, expect, it } from 'vitest';
import { splitForPaper } from '../../../../renderer/features/report/groups-section.tsx';

const shops = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ shop_id: place + 1, title: `Winkel ${place + 1}` }));

describe('the parts of the groups on paper', () => {
  it.each([
    [0, false, [0]],
    [5, false, [5]],
    [6, false, [6, 0]],
    [14, false, [6, 6, 2]],
    [2, true, [2]],
    [3, true, [3, 0]],
    [8, true, [6, 2]],
  ])('for %i shops, compared: %s, have %j columns of shops', (count, isCompared, columns) => {
    const parts = splitForPaper(shops(count), isCompared);
    expect(parts.map((part) => part.shops.length)).toEqual(columns);
    expect(parts.flatMap((part) => part.shops)).toEqual(shops(count));
    expect(parts.map((part) => part.hasTotals)).toEqual(columns.map((_, place) => place === columns.length - 1));
  });
});
