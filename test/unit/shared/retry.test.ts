import { describe, expect, it } from 'vitest';
import { parseRetryAfter } from '../../../shared/retry.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  ])('reads %s', (header, expected) => {
    expect(parseRetryAfter(header, { now: NOW })).toBe(expected);
  });

  it.each([
    undefined,
    null,
    '',
    '-1',
    '1.5',
    '1e3',
    '10000000000',
    'soon',
    '2026-11-21',
    'Sat, 99 Nov 2026 09:00:30 GMT',
  ])('ignores %s', (header) => {
    expect(parseRetryAfter(header, { now: NOW })).toBeNull();
  });

  it.each(['120', 'Sat, 21 Nov 2026 10:00:00 GMT'])('is limited to the maximum of the caller: %s', (header) => {
    expect(parseRetryAfter(header, { now: NOW, maxMs: 60_000 })).toBe(60_000);
  });

  it('ignores a date if the caller passes no current time', () => {
    expect(parseRetryAfter('Sat, 21 Nov 2026 09:00:30 GMT')).toBeNull();
  });
});
