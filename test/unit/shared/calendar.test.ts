import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addDays,
  countDaysBetween,
  formatTimestamp,
  getDateAt,
  getInstants,
  getWeekday,
  isCalendarDate,
} from '../../../shared/calendar.ts';

const HOUR_MS = 3_600_000;
const at = (instant: string) => Date.parse(instant);

describe('getInstants', () => {
  const ownZone = process.env.TZ;
  afterEach(() => {
    if (ownZone === undefined) delete process.env.TZ;
    else process.env.TZ = ownZone;
  });

  it.each([
    ['2026-03-29', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 23],
    ['2026-10-25', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 25],
    ['2026-11-21', '2026-11-20T23:00Z', '2026-11-21T23:00Z', 24],
  ])('returns for %s the range %s to %s, %d hours', (date, start, end, hours) => {
    for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
      process.env.TZ = zone;
      const range = getInstants(date, date);
      expect(range).toEqual({ start: at(start), end: at(end) });
      expect(range.end - range.start).toBe(hours * HOUR_MS);
    }
  });

  it('ends at the end of the last day', () => {
    expect(getInstants('2026-10-01', '2026-10-31')).toEqual({
      start: at('2026-09-30T22:00Z'),
      end: at('2026-10-31T23:00Z'),
    });
  });
});

describe('getDateAt', () => {
  it.each([
    ['2025-12-31T23:30Z', '2026-01-01'],
    ['2026-06-30T22:30Z', '2026-07-01'],
    ['2026-06-30T21:59Z', '2026-06-30'],
  ])('%s is on %s in Amsterdam', (instant, date) => {
    expect(getDateAt(at(instant))).toBe(date);
  });
});

describe('formatTimestamp', () => {
  it('follows the rules of the time zone in every hour from 2000 to 2037', () => {
    const wrong: string[] = [];
    for (let hour = Date.UTC(2000, 0); hour < Date.UTC(2038, 0); hour += HOUR_MS) {
      const instant = hour + (((hour / HOUR_MS) * 7_919_000) % HOUR_MS);
      const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('Europe/Amsterdam');
      const text = zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' });
      if (formatTimestamp(instant) !== text) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  }, 30_000);

  it.each([
    ['2026-10-25T00:30Z', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30Z', '2026-10-25T02:30:00+01:00'],
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00Z', '2026-03-29T03:00:00+02:00'],
  ])('writes %s as %s', (instant, text) => {
    expect(formatTimestamp(at(instant))).toBe(text);
    expect(Date.parse(formatTimestamp(at(instant)))).toBe(at(instant));
  });
});

describe('isCalendarDate', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '2026-12-31'])('accepts %s', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-1-1',
    '20261121',
    '2026-11-21T00:00',
    ' 2026-11-21',
  ])('refuses %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('calendar arithmetic', () => {
  it('counts days across clock changes', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(countDaysBetween('2026-03-28', '2026-03-30')).toBe(2);
  });

  it('starts the week on Monday', () => {
    expect(getWeekday('2026-11-16')).toBe(1);
    expect(getWeekday('2026-11-22')).toBe(7);
  });
});
