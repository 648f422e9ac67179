import { describe, expect, it } from 'vitest';
import { sumPeriod } from '../../../../renderer/features/overview/overview-periods.ts';
import { soldDays } from './sold-days.ts';

const DAYS = soldDays('2026-11-01', '2026-11-30', {
  '2026-11-01': { orders: 2, turnover: 0.1, turnover_wt: 0.12, discount_value_wt: 0.05, cost: 0.04 },
  '2026-11-02': { orders: 3, turnover: 0.2, turnover_wt: 0.24, discount_value_wt: -0.02, cost: 0.05 },
  '2026-11-03': { orders: 50, turnover: 1000, turnover_wt: 1210, discount_value_wt: 10, cost: 900 },
});

describe('sumPeriod', () => {
  it('adds only the days of the period, exactly', () => {
    expect(sumPeriod(DAYS, { from: '2026-11-01', to: '2026-11-02' })).toEqual({
      orders: 5,
      turnover: 0.3,
      turnover_wt: 0.36,
      discount_value_wt: 0.03,
      margin: 70,
      isCostKnown: true,
    });
  });

  it('has an unknown margin if the cost of a day is unknown', () => {
    const days = DAYS.map((day) => (day.date === '2026-11-02' ? { ...day, cost: null } : day));
    const figures = sumPeriod(days, { from: '2026-11-01', to: '2026-11-02' });
    expect(figures).toMatchObject({ turnover: 0.3, margin: null, isCostKnown: false });
    expect(sumPeriod(days, { from: '2026-11-03', to: '2026-11-03' })).toMatchObject({
      margin: 10,
      isCostKnown: true,
    });
  });

  it('has no margin if there is no turnover', () => {
    const figures = sumPeriod(DAYS, { from: '2026-11-10', to: '2026-11-12' });
    expect(figures).toMatchObject({ orders: 0, turnover: 0, margin: null });
  });
});
