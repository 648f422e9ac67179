import { describe, expect, it } from 'vitest';
import { periodField, searchField } from '../../../../renderer/lib/address/fields.ts';

describe('periodField', () => {
  it.each([
    ['last-month', 'last-month'],
    ['2026-10-01..2026-10-31', { from: '2026-10-01', to: '2026-10-31' }],
  ])('reads %s, and writes it the same', (text, choice) => {
    const read = periodField.read(text);
    expect(read).toEqual(choice);
    expect(read && periodField.write(read)).toBe(text);
  });

  it.each([
    ['ends before it begins', '2026-10-31..2026-10-01'],
    ['has an invalid day', '2026-02-01..2026-02-29'],
    ['has one day', '2026-10-01'],
    ['is too early to choose', '1999-12-31..2026-10-01'],
    ['is too late to choose', '2026-10-01..2100-01-01'],
  ])('does not accept a period that %s', (_why, text) => {
    expect(periodField.read(text)).toBeUndefined();
  });
});

describe('searchField', () => {
  it('reads at most as much text as the API accepts', () => {
    expect(searchField.read('x'.repeat(201))).toBe('x'.repeat(200));
  });
});
