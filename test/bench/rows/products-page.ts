import type { Row } from '../harness/row.ts';
import { FIRST_PAGE, spreadPages } from './catalog-pages.ts';
import { rateAgainstPrebuilt } from './rate-against-prebuilt.ts';

const facts = {
  comparedWith: 'same server, pre-built page',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.7 },
  rounds: 5,
} as const;

export const productsPage: Row = {
  ...facts,
  name: 'products-page',
  measured: 'GET /api/products?limit=200, 10 connections, the first page over and over',
  prepare: (ground) => rateAgainstPrebuilt(ground, [FIRST_PAGE]),
};

/** A store that keeps one page at hand gains nothing by it. */
export const productsPages: Row = {
  ...facts,
  name: 'products-pages',
  measured: 'the same over 20 pages from the first to the last',
  prepare: (ground) => rateAgainstPrebuilt(ground, spreadPages(ground.shop.products)),
};
