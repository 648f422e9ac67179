import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../../shared/contract/query.ts';

describe('instantOfMoment', () => {
  it.each([
    ['0', 0],
    ['1767225600', 1_767_225_600_000],
    ['2026-10-01T10:15:02+02:00', Date.UTC(2026, 9, 1, 8, 15, 2)],
    ['2026-10-01T08:15:02Z', Date.UTC(2026, 9, 1, 8, 15, 2)],
    ['2026-10-01t08:15:02z', Date.UTC(2026, 9, 1, 8, 15, 2)],
    ['2026-01-01T00:00:00-05:30', Date.UTC(2026, 0, 1, 5, 30)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-10-25T02:30:00+02:00', Date.UTC(2026, 9, 25, 0, 30)],
    ['2026-10-25T02:30:00+01:00', Date.UTC(2026, 9, 25, 1, 30)],
  ])('reads %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  it('reads a space before the offset as a plus that was not percent-encoded', () => {
    expect(parseInstant('2026-10-01T10:15:02 02:00')).toBe(Date.UTC(2026, 9, 1, 8, 15, 2));
  });

  it('drops what is finer than a millisecond', () => {
    expect(parseInstant('2026-10-01T00:00:00.123999999Z')).toBe(Date.UTC(2026, 9, 1) + 123);
    expect(parseInstant('2026-10-01T00:00:00.5Z')).toBe(Date.UTC(2026, 9, 1) + 500);
  });

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e9',
    '1234567890123',
    '2026-10-01',
    '2026-10-01T10:15:02',
    '2026-10-01 10:15:02Z',
    '2026-10-01T10:15Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-10-00T00:00:00Z',
    '2026-10-32T00:00:00Z',
    '2026-10-01T24:00:00Z',
    '2026-10-01T23:60:00Z',
    '2026-10-01T23:59:60Z',
    '2026-10-01T10:15:02+24:00',
    '2026-10-01T10:15:02+02:60',
    '2026-10-01T10:15:02+0200',
    '2026-10-01T10:15:02.Z',
    '2026-10-01T10:15:02.1234567890Z',
    'now',
    'null',
  ])('does not accept %j as a timestamp', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});
