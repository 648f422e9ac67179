import { setTimeout as delay } from 'node:timers/promises';
import { type ApiConnection, connectApi } from '../ground/api-connection.ts';
import type { Ground } from '../ground/ground.ts';
import { openApi, type RunningProduct } from '../ground/running-product.ts';
import { openWindowPage } from '../ground/window-page.ts';
import type { Row, Sides } from '../harness/row.ts';
import { meDelay } from '../probes/me-delays.ts';
import { exportPriceList } from './price-list-export.ts';
import { verifyStore } from './verify-store.ts';

const IDLE_MS = 100;

/** The issue names no bar for these rows; this one is ours. */
const facts = {
  comparedWith: 'idle',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 5 },
  rounds: 3,
} as const;

/** One round is thousands of requests already. */
const ofWholeStore = { rounds: 1 } as const;

export const meDuringExport: Row = {
  ...facts,
  name: 'me-export',
  measured: 'p99 of GET /api/me during the export of the window',
  async prepare(ground) {
    const product = await ground.startProduct({ host: 'browser' });
    const page = await openWindowPage(product);
    return busyAndIdle(product, () => exportPriceList(page));
  },
};

export const meDuringProductSales: Row = {
  ...facts,
  name: 'me-product-sales',
  measured: 'the same during product sales over 24 months',
  prepare: (ground) => {
    const { from, to } = ground.shop.twoYears;
    return whileReading(ground, `/api/reports/product-sales?from=${from}&to=${to}`);
  },
};

export const meDuringCustomers: Row = {
  ...facts,
  name: 'me-customers',
  measured: 'the same during pages of customers',
  prepare: (ground) => whileReading(ground, '/api/customers?limit=200'),
};

export const meDuringVerify: Row = {
  ...facts,
  ...ofWholeStore,
  name: 'me-verify',
  measured: 'the same during store:verify on its folder',
  prepare: (ground) => whileVerifying(ground, false),
};

export const meDuringRepair: Row = {
  ...facts,
  ...ofWholeStore,
  name: 'me-repair',
  measured: 'the same during store:verify --repair of a wrong total on its folder',
  prepare: (ground) => whileVerifying(ground, true),
};

async function whileReading(ground: Ground, target: string): Promise<Sides> {
  const product = await ground.startProduct();
  return busyAndIdle(product, (api) => api.read(target));
}

async function whileVerifying(ground: Ground, isRepair: boolean): Promise<Sides> {
  const product = await ground.startProduct();
  return busyAndIdle(product, () => verifyStore(ground, isRepair));
}

async function busyAndIdle(
  product: RunningProduct,
  work: (api: ApiConnection) => Promise<unknown>,
): Promise<Sides> {
  const api = await openApi(product);
  const other = connectApi(api.address, api.token);
  await meDelay(api, () => delay(IDLE_MS));
  return {
    product: () => meDelay(api, () => work(other)),
    reference: () => meDelay(api, () => delay(IDLE_MS)),
  };
}
