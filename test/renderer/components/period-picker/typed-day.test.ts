import { describe, expect, it } from 'vitest';
import { parseTypedDay } from '../../../../renderer/components/period-picker/typed-day.ts';

const TODAY = '2026-11-20';

describe('parseTypedDay', () => {
  it.each([
    ['1-11-2026', '2026-11-01'],
    ['01/11/26', '2026-11-01'],
    [' 1.11 ', '2026-11-01'],
    ['29 2 2028', '2028-02-29'],
    ['2025-12-31', '2025-12-31'],
  ])('reads %s', (text, date) => {
    expect(parseTypedDay(text, TODAY)).toBe(date);
  });

  it.each(['', '31-11-2026', '29-2-2026', '11', 'morgen', '1-13-2026', '1-1-026', '2026-02-30'])(
    'does not take %j for a date',
    (text) => {
      expect(parseTypedDay(text, TODAY)).toBeNull();
    },
  );
});
