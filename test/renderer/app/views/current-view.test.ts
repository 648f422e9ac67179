import { describe, expect, it } from 'vitest';
import { findCurrentView, getViewAddress, writeChoices } from '../../../../renderer/app/views/current-view.ts';
import type { SavedView } from '../../../../shared/contract/preferences.ts';

const UNPAID: SavedView = { id: 'v1', name: 'Open', path: '/orders', search: 'is_paid=false&period=last-month' };
const CANDLES: SavedView = { id: 'v2', name: 'Kaarsen', path: '/catalog', search: 'q=kaars' };
const VIEWS = [UNPAID, CANDLES];

describe('writeChoices', () => {
  it('is the same for the same choices in another order, whatever view the address names', () => {
    expect(writeChoices({ view: 'v1', period: 'last-month', is_paid: 'false' })).toBe(UNPAID.search);
  });
});

describe('findCurrentView', () => {
  it('is the opened view', () => {
    expect(findCurrentView(VIEWS, getViewAddress(UNPAID))).toEqual({ view: UNPAID, isChanged: false });
  });

  it('is marked as changed once a choice differs', () => {
    const { path, search } = getViewAddress(UNPAID);
    const here = { path, search: { ...search, period: 'this-month' } };
    expect(findCurrentView(VIEWS, here)).toEqual({ view: UNPAID, isChanged: true });
  });

  it('is the view with exactly these choices if the address names none', () => {
    const here = { path: '/catalog', search: { q: 'kaars' } };
    expect(findCurrentView(VIEWS, here)).toEqual({ view: CANDLES, isChanged: false });
  });

  it('is null for other choices, another page, or a removed view', () => {
    expect(findCurrentView(VIEWS, { path: '/catalog', search: { q: 'vaas' } })).toBeNull();
    expect(findCurrentView(VIEWS, { path: '/orders', search: { q: 'kaars' } })).toBeNull();
    expect(findCurrentView([], getViewAddress(UNPAID))).toBeNull();
  });
});
