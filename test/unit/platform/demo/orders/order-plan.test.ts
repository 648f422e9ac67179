import { describe, expect, it } from 'vitest';
import { changeMinutes, type Day, dayNumberOf, dayOf } from '../../../../../electron/platform/demo/day.ts';
import { makeModel } from '../../../../../electron/platform/demo/model.ts';
import { planDay } from '../../../../../electron/platform/demo/orders/order-plan.ts';
import { HET_KLUWEN, LINDE_EN_LOOF } from '../../../../../electron/platform/demo/shop-profiles.ts';
import { localTimestamp } from '../../../../../shared/calendar.ts';
import { DAYS, model, orders, plans } from './planned-year.ts';

const day = (date: string) => dayOf(dayNumberOf(date));
const webshop = model.shops.find(({ type }) => type === 'webshop')?.id;
const purchasesAt = (shopId?: number) =>
  plans.filter(({ shop }) => shop.id === shopId).map((plan) => localTimestamp(plan.purchasedAt));

/** Orders on an average day of those that the test selects. */
function averageOn(selects: (date: string, weekday: number) => boolean): number {
  const selected = plans.filter((plan) => selects(plan.day.date, plan.day.weekday));
  return selected.length / new Set(selected.map((plan) => plan.day.date)).size;
}

describe('planDay', () => {
  it('plans the same day the same way for a seed, and another for another', () => {
    const again = makeModel(LINDE_EN_LOOF, 1);
    expect(planDay(again, day('2026-05-05'))).toEqual(planDay(model, day('2026-05-05')));
    const other = makeModel(LINDE_EN_LOOF, 2);
    expect(planDay(other, day('2026-05-05'))).not.toEqual(planDay(model, day('2026-05-05')));
  });

  it('makes about 60 orders a day in all', () => {
    expect(orders.length / DAYS).toBeGreaterThan(55);
    expect(orders.length / DAYS).toBeLessThan(66);
  });

  it('makes more on Saturdays and in December, fewer on Sundays', () => {
    const average = orders.length / DAYS;
    const isDecember = (date: string) => date.startsWith('2025-12');
    expect(averageOn((date, weekday) => weekday === 6 && !isDecember(date)) / average).toBeGreaterThan(1.4);
    expect(averageOn((date, weekday) => weekday === 7 && !isDecember(date)) / average).toBeLessThan(0.7);
    expect(averageOn(isDecember) / average).toBeGreaterThan(1.3);
  });

  it('sells in the webshop at 00:30 on the 1st of every month', () => {
    const times = purchasesAt(webshop);
    const halfPast = times.filter((time) => time.slice(8, 19) === '01T00:30:00');
    expect(new Set(halfPast.map((time) => time.slice(0, 7))).size).toBe(12);
  });

  it('sells on both sides of the hour that is skipped', () => {
    const times = purchasesAt(webshop);
    expect(times).toContain('2026-03-29T01:45:00+01:00');
    expect(times).toContain('2026-03-29T03:15:00+02:00');
  });

  it('sells at 02:30 both times in the hour that comes twice', () => {
    const times = purchasesAt(webshop);
    expect(times).toContain('2026-10-25T02:30:00+02:00');
    expect(times).toContain('2026-10-25T02:30:00+01:00');
  });

  it.each([LINDE_EN_LOOF, HET_KLUWEN])(
    'sells in the webshop of $accountName at 23:30 of the day of 25 hours and at 00:30 after that of 23',
    (profile) => {
      const chain = makeModel(profile, 1);
      const salesOf = (date: string) =>
        planDay(chain, day(date))
          .filter(({ shop }) => shop.type === 'webshop')
          .map(({ purchasedAt }) => localTimestamp(purchasedAt));
      for (const date of ['2025-10-26', '2026-10-25']) {
        expect(salesOf(date)).toContain(`${date}T23:30:00+01:00`);
      }
      for (const date of ['2025-03-31', '2026-03-30']) {
        expect(salesOf(date)).toContain(`${date}T00:30:00+02:00`);
      }
    },
  );

  it('sells once at 00:30 where a month begins after the day of 23 hours', () => {
    const times = planDay(model, day('2024-04-01')).map(({ purchasedAt }) => localTimestamp(purchasedAt));
    expect(changeMinutes(day('2024-03-31'))).toBe(-60);
    expect(times.filter((time) => time === '2024-04-01T00:30:00+02:00')).toHaveLength(1);
  });

  it('sells at the tills while they are open, and not at Christmas', () => {
    const tills = model.shops.filter(({ type }) => type === 'pos');
    const times = tills.flatMap(({ id }) => purchasesAt(id));
    expect(tills).toHaveLength(4);
    expect(times.filter((time) => time.slice(11, 16) < '09:00' || time.slice(11, 16) >= '21:00')).toEqual([]);
    expect(times.filter((time) => time.startsWith('2025-12-25'))).toEqual([]);
    expect(purchasesAt(webshop).filter((time) => time.slice(11, 16) < '06:00').length).toBeGreaterThan(200);
  });

  it('keeps every purchase within its day, to the second', () => {
    const isWithin = (instant: number, { start, end }: Day) =>
      instant >= start && instant < end && instant % 1_000 === 0;
    expect(plans.filter((plan) => !isWithin(plan.purchasedAt, plan.day))).toEqual([]);
  });
});
