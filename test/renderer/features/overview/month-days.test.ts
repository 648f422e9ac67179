import { describe, expect, it } from 'vitest';
import { monthDays } from '../../../../renderer/features/overview/overview-periods.ts';
import { soldDays } from './sold-days.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const DAYS = soldDays('2026-10-01', '2026-11-30', {});

describe('monthDays', () => {
  const days = monthDays({
    month: NOVEMBER,
    monthDays: DAYS,
    comparedMonth: OCTOBER,
    comparedDays: DAYS,
    today: '2026-11-21',
  });

  it('puts each day beside that of the same number, up to the last of the longer month', () => {
    expect(days).toHaveLength(31);
    expect(days[4]).toMatchObject({ day: { date: '2026-11-05' }, compared: { date: '2026-10-05' } });
    expect(days[30]).toMatchObject({ day: null, compared: { date: '2026-10-31' } });
  });

  it('has no figure for a day that is still to come, and highlights the one under way', () => {
    expect(days[20]).toMatchObject({ day: { date: '2026-11-21' }, isUnderWay: true });
    expect(days[21]).toMatchObject({ day: null, isUnderWay: false });
    expect(days.filter(({ isUnderWay }) => isUnderWay)).toHaveLength(1);
  });

  it('stands alone while the month beside it is not read', () => {
    const alone = monthDays({
      month: NOVEMBER,
      monthDays: DAYS,
      comparedMonth: OCTOBER,
      comparedDays: undefined,
      today: '2026-11-21',
    });
    expect(alone[4]).toMatchObject({ day: { date: '2026-11-05' }, compared: null });
  });
});
