import type { Row } from '../harness/row.ts';
import { spreadIds } from './product-ids.ts';
import { rateAgainstPrebuilt } from './rate-against-prebuilt.ts';

const PRODUCTS = 500;

export const productById: Row = {
  name: 'product',
  measured: `GET /api/products/{id}, 10 connections, ${PRODUCTS} products in turn`,
  comparedWith: 'same server, pre-built product',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.6 },
  rounds: 5,
  prepare: (ground) =>
    rateAgainstPrebuilt(
      ground,
      spreadIds(ground, PRODUCTS).map((id) => `/api/products/${id}`),
    ),
};
