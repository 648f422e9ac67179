import { beforeEach, expect, it } from 'vitest';
import { useLastSearches } from '../../../../renderer/lib/address/last-searches.ts';
import { resetUserStores } from '../../../../renderer/lib/host/user-stores.ts';

const TODAY = '2026-11-21';

const remember = (path: string, search: Readonly<Record<string, string>>) =>
  useLastSearches.getState().remember(path, search, TODAY);
const searchOf = (path: string) => useLastSearches.getState().searches[path];

beforeEach(resetUserStores);

it('the period of the report is kept on the other bookkeeping pages, and its place is not', () => {
  remember('/report', { period: 'last-month', location_id: '3', compare: 'before' });
  expect(searchOf('/journal')).toEqual({ period: 'last-month' });
  expect(searchOf('/day-closing')).toEqual({ date: '2026-10-31' });
  expect(searchOf('/invoices')).toEqual({ as_of: '2026-10-31' });
  expect(searchOf('/orders')).toBeUndefined();
});

it('a period that is not over leads to today', () => {
  remember('/day-closing', { date: '2026-11-02' });
  remember('/journal', { period: 'this-month' });
  expect(searchOf('/report')).toEqual({ period: 'this-month' });
  expect(searchOf('/day-closing')).toEqual({});
});

it('opening a page without a change leaves the others unchanged', () => {
  remember('/report', { period: 'last-month' });
  remember('/day-closing', { date: '2026-10-31' });
  remember('/day-closing', { date: '2026-10-15' });
  remember('/report', { period: 'last-month', side: 'wt' });
  expect(searchOf('/day-closing')).toEqual({ date: '2026-10-15' });
});

it('a chosen day does not change a period', () => {
  remember('/report', { period: 'last-month' });
  remember('/day-closing', { date: '2026-10-15' });
  expect(searchOf('/report')).toEqual({ period: 'last-month' });
  expect(searchOf('/journal')).toEqual({ period: 'last-month' });
});

it('other choices stay with their page', () => {
  remember('/invoices', { age: 'over90' });
  remember('/report', { period: 'last-month' });
  expect(searchOf('/invoices')).toEqual({ age: 'over90', as_of: '2026-10-31' });
});
