import { LOCATION, SHOP } from '../support/shop-fixture.ts';

/**
 * The shop behind every platform under test: the fixture shop, plus discounted orders in January 2025 that fill several
 * batches (see seed-known-shop.ts).
 */
export const JANUARY_2025 = { from: '2025-01-01', to: '2025-01-31' } as const;
export const DISCOUNTS_OF_ALPHA = 230;
export const DISCOUNTS_OF_BETA = 20;

export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as const;
/** From before the first order to after the last. */
export const ALWAYS = { from: '2024-12-31', to: '2027-01-01' } as const;

/** What a caller who is locked to Utrecht may see. */
export const UTRECHT = { location: LOCATION.utrecht, shops: [SHOP.utrecht1, SHOP.utrecht2] as number[] };

/** Ids that no record has. */
export const UNKNOWN_IDS = [0, 1, 999_999, 999_999_999_999_999] as const;

/** Days and ranges in which something can go wrong. */
export const RANGES = [
  { title: 'a day', from: '2026-10-05', to: '2026-10-05' },
  { title: 'a month', ...OCTOBER },
  { title: 'the day of the change to summer time', from: '2026-03-29', to: '2026-03-29' },
  { title: 'the days around the change to summer time', from: '2026-03-28', to: '2026-03-30' },
  { title: 'the day of the change to winter time', from: '2026-10-25', to: '2026-10-25' },
  { title: 'the days around the change to winter time', from: '2026-10-24', to: '2026-10-26' },
  { title: 'a day without a sale', from: '2026-02-01', to: '2026-02-01' },
  { title: 'January 2025', ...JANUARY_2025 },
] as const;
