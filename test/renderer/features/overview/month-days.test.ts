import { describe, expect, it } from 'vitest';
import { pairMonthDays } from '../../../../renderer/features/overview/overview-periods.ts';
import { soldDays } from './sold-days.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const DAYS = soldDays('2026-10-01', '2026-11-30', {});

describe('pairMonthDays', () => {
  const days = pairMonthDays({
    month: NOVEMBER,
    monthDays: DAYS,
    comparedMonth: OCTOBER,
    comparedDays: DAYS,
    today: '2026-11-21',
  });

  it('puts each day beside the same weekday, and has every day of both months', () => {
    const on = (date: string) => days.find(({ key }) => key === date);
    expect(on('2026-11-01')).toMatchObject({
      number: 1,
      day: { date: '2026-11-01' },
      compared: { date: '2026-10-04' },
    });
    expect(on('2026-11-05')).toMatchObject({
      number: 5,
      day: { date: '2026-11-05' },
      compared: { date: '2026-10-08' },
    });
    expect(days[0]).toMatchObject({ number: null, day: null, compared: { date: '2026-10-01' } });
    expect(days.at(-1)).toMatchObject({ number: 30, day: null, compared: null });
    expect(days.filter(({ compared }) => compared)).toHaveLength(31);
  });

  it('puts them 52 weeks apart for last year', () => {
    const lastYear = pairMonthDays({
      month: NOVEMBER,
      monthDays: DAYS,
      comparedMonth: { from: '2025-11-01', to: '2025-11-30' },
      comparedDays: soldDays('2025-11-01', '2025-11-30', {}),
      today: '2026-11-21',
    });
    const sunday = lastYear.find(({ key }) => key === '2026-11-01');
    expect(sunday).toMatchObject({ day: { date: '2026-11-01' }, compared: { date: '2025-11-02' } });
  });

  it('has no figure for a future day, and highlights today', () => {
    const on = (date: string) => days.find(({ key }) => key === date);
    expect(on('2026-11-21')).toMatchObject({ day: { date: '2026-11-21' }, isUnfinished: true });
    expect(on('2026-11-22')).toMatchObject({ day: null, isUnfinished: false });
    expect(days.filter(({ isUnfinished }) => isUnfinished)).toHaveLength(1);
  });

  it('stands alone while the other month is not read', () => {
    const alone = pairMonthDays({
      month: NOVEMBER,
      monthDays: DAYS,
      comparedMonth: OCTOBER,
      comparedDays: undefined,
      today: '2026-11-21',
    });
    expect(alone.find(({ key }) => key === '2026-11-05')).toMatchObject({
      day: { date: '2026-11-05' },
      compared: null,
    });
  });
});
