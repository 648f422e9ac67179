import { describe, expect, it } from 'vitest';
import { dateAt, instantsOf } from '../../../shared/calendar.ts';
import { dateOfDayNumber, dayNumberOf, MS_PER_DAY, steadySpansOf } from '../../../shared/local-days.ts';

const MS_PER_HOUR = 3_600_000;
const at = (instant: string) => Date.parse(instant);

/** The day of an instant as a database works it out from its span. */
function dayAt(instant: number): string {
  const [span] = steadySpansOf({ start: instant - 40 * MS_PER_DAY, end: instant + 1 }).slice(-1);
  if (!span) throw new Error('an instant without a span');
  return dateOfDayNumber(span.firstDay + Math.floor((instant - span.firstMidnight) / MS_PER_DAY));
}

describe('day numbers', () => {
  it.each([
    ['1970-01-01', 0],
    ['1969-12-31', -1],
    ['2026-03-29', 20_541],
    ['0001-01-01', -719_162],
    ['9999-12-31', 2_932_896],
  ])('%s is day %d, and back', (date, day) => {
    expect(dayNumberOf(date)).toBe(day);
    expect(dateOfDayNumber(day)).toBe(date);
  });
});

describe('steadySpansOf', () => {
  it('has one span where the clock is not changed', () => {
    const range = instantsOf('2026-10-01', '2026-10-24');
    expect(steadySpansOf(range)).toEqual([
      { ...range, firstDay: dayNumberOf('2026-10-01'), firstMidnight: range.start },
    ]);
  });

  it.each([
    ['2026-03-29', '2026-03-29T01:00Z', 23],
    ['2026-10-25', '2026-10-25T01:00Z', 25],
  ])('cuts %s at %s, with one day number on both sides', (date, change, hours) => {
    const { start, end } = instantsOf(date, date);
    const firstDay = dayNumberOf(date);
    expect(steadySpansOf({ start, end })).toEqual([
      { start, end: at(change), firstDay, firstMidnight: start },
      { start: at(change), end, firstDay, firstMidnight: end - MS_PER_DAY },
    ]);
    expect(end - start).toBe(hours * MS_PER_HOUR);
  });

  it('covers a year without gap or overlap', () => {
    const range = instantsOf('2026-01-01', '2026-12-31');
    const spans = steadySpansOf(range);
    expect(spans.map(({ start }) => start)).toEqual([
      range.start,
      at('2026-03-29T01:00Z'),
      at('2026-10-25T01:00Z'),
    ]);
    expect(spans.map(({ end }) => end)).toEqual([...spans.slice(1).map(({ start }) => start), range.end]);
  });

  it('puts every hour of two years on the day that the calendar says', () => {
    const { start, end } = instantsOf('2025-03-01', '2027-02-28');
    for (let instant = start; instant < end; instant += 6 * MS_PER_HOUR) {
      for (const moment of [instant - 1, instant]) expect(dayAt(moment)).toBe(dateAt(moment));
    }
  });

  it('has none for nothing', () => {
    expect(steadySpansOf({ start: 5, end: 5 })).toEqual([]);
  });
});
