import { describe, expect, it } from 'vitest';
import { parseTypedDay } from '../../../../renderer/components/period-picker/day-field.tsx';

const TODAY = '2026-11-20';

describe('parseTypedDay', () => {
  it('ignores a weekday before the date', () => {
    expect(parseTypedDay('za 3-11-2026', TODAY)).toEqual({ date: '2026-11-03' });
    expect(parseTypedDay('za', TODAY)).toEqual({ refusal: 'noDate' });
  });

  it.each([
    ['1-11-2026', '2026-11-01'],
    ['01/11/26', '2026-11-01'],
    [' 1.11 ', '2026-11-01'],
    ['29 2 2028', '2028-02-29'],
    ['2025-12-31', '2025-12-31'],
  ])('reads %s', (text, date) => {
    expect(parseTypedDay(text, TODAY)).toEqual({ date });
  });

  it.each(['', '11', 'morgen', '1-1-026', '2026-2-3-4'])('does not read %j as a date', (text) => {
    expect(parseTypedDay(text, TODAY)).toEqual({ refusal: 'noDate' });
  });

  it.each(['31-2-2026', '29-2-2026', '1-13-2026', '0-1-2026', '2026-02-30'])('knows that %s does not exist', (text) => {
    expect(parseTypedDay(text, TODAY)).toEqual({ refusal: 'noSuchDay' });
  });

  it.each(['31-12-1999', '1-1-2100', '0999-05-05'])('rejects %s, which is in another century', (text) => {
    expect(parseTypedDay(text, TODAY)).toEqual({ refusal: 'outOfRange' });
  });

  it.each([
    ['1-1-2000', '2000-01-01'],
    ['31-12-2099', '2099-12-31'],
  ])('accepts %s, which is at the limit', (text, date) => {
    expect(parseTypedDay(text, TODAY)).toEqual({ date });
  });
});
