import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Caller } from '../../electron/base/caller.ts';
import { systemClock as clock } from '../../electron/base/clock.ts';
import { createPasswordHasher } from '../../electron/base/password-hasher.ts';
import { createEmbeddedPlatform } from '../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { instantsOf } from '../../shared/calendar.ts';
import { DISCOUNT_ORDERS_BATCH } from '../../shared/contract/discount-orders.ts';
import type { ExportFormat } from '../../shared/contract/exports.ts';
import { PRODUCT_PRICES_MAX_IDS } from '../../shared/contract/product-prices.ts';
import type { Period } from '../../shared/periods.ts';
import { openSession } from '../examples/price-list-client/api-session.ts';
import { systemClock } from '../examples/price-list-client/call-patiently.ts';
import { readPriceList, toCsv } from '../examples/price-list-client/read-price-list.ts';
import { type ApiConnection, connectApi, OWNER, signIn } from './ground/api-connection.ts';
import type { Ground } from './ground/ground.ts';
import { openApi } from './ground/running-product.ts';
import { openWindowPage } from './ground/window-page.ts';
import type { Row } from './harness/measure-row.ts';
import { percentile } from './harness/percentile.ts';
import { timeOf } from './probes.ts';
import { commonSearch, productsPage, productsPages, rareSearch, rateAgainstPrebuilt } from './rows/catalog.ts';
import { exportPriceList, writePlainPriceList } from './rows/exports.ts';
import {
  meDuringCustomers,
  meDuringExport,
  meDuringProductSales,
  meDuringRepair,
  meDuringVerify,
} from './rows/me-during.ts';
import { lastOfOrders, lastOfOrdersByName, lastOfProductSales, lastOfProducts, lastOfSearch } from './rows/paging.ts';
import { raggedReport, report } from './rows/report.ts';
import { stallOfDiscounts, stallOfExport, stallOfReport, stallOfWorkbook } from './rows/stalls.ts';
import { start } from './rows/start.ts';
import { webhookEvents, webhookNeighbours } from './rows/webhooks.ts';
import { exportFrames, firstOrders, firstProducts, keystroke } from './rows/window.ts';

const PRODUCTS = 500;

const productById: Row = {
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

const SETS = 20;

const productPrices: Row = {
  name: 'product-prices',
  measured: `GET /api/product-prices of 200 ids, 10 connections, ${SETS} sets of ids in turn`,
  comparedWith: 'same server, pre-built rows',
  unit: 'requests/s',
  comparison: 'ratio',
  bar: { atLeast: 0.7 },
  rounds: 5,
  prepare: (ground) => rateAgainstPrebuilt(ground, idSets(spreadIds(ground, SETS * PRODUCT_PRICES_MAX_IDS))),
};

const discountOrders: Row = {
  name: 'discount-orders',
  measured: `discounted orders of a year, batches of ${DISCOUNT_ORDERS_BATCH} of the platform in process`,
  comparedWith: 'one SQL query of the same rows',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 3 },
  rounds: 5,
  async prepare(ground) {
    const store = await openStore({ file: ground.storeFile });
    ground.add(store.close);
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
    const caller = await platform.signIn(OWNER);
    const { year } = ground.shop;
    const drained = await drain(platform, caller, year);
    const rows = selectRows(ground, year).length;
    if (drained !== rows) throw new Error(`the batches held ${drained} rows, the query ${rows}`);
    return {
      detail: `${rows} rows`,
      product: () => timeOf(() => drain(platform, caller, year)),
      reference: () => timeOf(() => selectRows(ground, year)),
    };
  },
};

const exportToFile: Row = {
  name: 'export',
  measured: 'price list to CSV, bridge call of the window over HTTP until the file is there',
  comparedWith: 'plain SQL and the plainest loop',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 2 },
  rounds: 5,
  async prepare(ground) {
    const page = await openWindowPage(await ground.startProduct({ host: 'browser' }));
    const plainFile = ground.scratchFile('plain.csv');
    const rows = await writePlainPriceList(ground, plainFile);
    const exported = await page.download(await exportPriceList(page));
    requireSameText(exported, readFileSync(plainFile, 'utf8'));
    return {
      detail: `${rows} rows, both files equal`,
      product: () => timeOf(() => exportPriceList(page)),
      reference: () => timeOf(() => writePlainPriceList(ground, plainFile)),
    };
  },
};

const priceListClient: Row = {
  name: 'export-by-api',
  measured: "price list to CSV through the HTTP API, with the specification's join",
  comparedWith: 'plain SQL and the plainest loop',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 8 },
  rounds: 3,
  async prepare(ground) {
    const { apiAddress } = await ground.startProduct();
    const refuse = (sentence: string) => {
      throw new Error(`the client had to wait: ${sentence}`);
    };
    const connection = { address: apiAddress, fetch, clock: systemClock, tell: refuse };
    const session = await openSession(connection, OWNER);
    const [file, plainFile] = [ground.scratchFile('client.csv'), ground.scratchFile('plain.csv')];
    const write = async () => {
      const list = await readPriceList(session, systemClock, 'NL');
      await writeFile(file, toCsv(list));
      return list.length;
    };
    const rows = await writePlainPriceList(ground, plainFile);
    const read = await write();
    if (rows !== read) throw new Error(`the client read ${read} rows, the query ${rows}`);
    return { product: () => timeOf(write), reference: () => timeOf(() => writePlainPriceList(ground, plainFile)) };
  },
};

const facts = { comparedWith: 'idle, signed in', unit: 'MB', comparison: 'difference', rounds: 3 } as const;

const KIB_PER_MB = 1000 / 1.024;

const SAMPLE_EVERY_MS = 20;

const exportMemory: Row = {
  ...facts,
  name: 'export-memory',
  measured: 'peak memory during the export of the window, each time in a new process',
  bar: { atMost: 80 },
  prepare: memoryDuring('csv'),
};

const workbookMemory: Row = {
  ...facts,
  name: 'xlsx-memory',
  measured: 'the same during its export as XLSX',
  bar: { atMost: 120 },
  prepare: memoryDuring('xlsx'),
};

/** What one program asks for at once, over and over. */
const HEAVY_SOCKETS = 40;

/** Nobody who looks at a page waits for a program that reads all there is. */
const lightBesideHeavy: Row = {
  name: 'light-beside-heavy',
  measured: `p50 of small pages while another token asks for ${HEAVY_SOCKETS} reports and big pages at once`,
  comparedWith: 'idle',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 2 },
  rounds: 3,
  async prepare(ground) {
    const product = await ground.startProduct();
    const api = await openApi(product);
    const heavy = connectApi(product.apiAddress, await signIn(product.apiAddress));
    const { from, to } = ground.shop.twoYears;
    const period = `from=${from}&to=${to}`;
    const targets = [
      `/api/order-items?${period}&limit=250`,
      `/api/reports/product-sales?${period}`,
      `/api/orders?${period}&limit=250&include=items,payments`,
      '/api/products?limit=200',
    ];
    for (const target of [...TARGETS, ...targets]) await api.read(target);
    return {
      product: () => medianBeside(api, () => flood(heavy, targets)),
      reference: () => medianBeside(api, () => Promise.resolve()),
    };
  },
};

/** Every row, in the order of the table. */
export const BENCH_ROWS: readonly Row[] = [
  productsPage,
  productsPages,
  rareSearch,
  commonSearch,
  productById,
  productPrices,
  report,
  raggedReport,
  discountOrders,
  exportToFile,
  priceListClient,
  exportMemory,
  workbookMemory,
  stallOfExport,
  stallOfWorkbook,
  stallOfReport,
  stallOfDiscounts,
  start,
  meDuringExport,
  meDuringProductSales,
  meDuringCustomers,
  meDuringVerify,
  meDuringRepair,
  lightBesideHeavy,
  lastOfProducts,
  lastOfOrders,
  lastOfSearch,
  lastOfOrdersByName,
  lastOfProductSales,
  webhookEvents,
  webhookNeighbours,
  firstProducts,
  firstOrders,
  keystroke,
  exportFrames,
];

async function drain(platform: Platform, caller: Caller, period: Period): Promise<number> {
  const query = { ...period, only_full: false, include_negative: false };
  let rows = 0;
  let next: string | null = null;
  do {
    const batch = await platform.readDiscountOrders(caller, query, next);
    rows += batch.rows.length;
    next = batch.next;
  } while (next !== null);
  return rows;
}

function selectRows({ database, shop }: Ground, { from, to }: Period): unknown[] {
  const { start, end } = instantsOf(from, to);
  return database
    .prepare(
      `select orders.id, order_number, date_purchased, status, shop_id, currency, value_wt, value_ex,
          discount_wt, discount_ex, customers.name as customer_name, customers.email as customer_email
        from orders left join customers on customers.id = orders.customer_id
        where orders.account_id = cast(? as integer) and discount_wt != 0 and discount_wt > 0
          and date_purchased >= cast(? as integer) and date_purchased < cast(? as integer)
        order by date_purchased, orders.id`,
    )
    .all(shop.accountId, start, end);
}

function memoryDuring(format: ExportFormat): Row['prepare'] {
  return async (ground) => {
    let idle = Number.NaN;
    return {
      async product() {
        const product = await ground.startProduct({ host: 'browser' });
        const pid = product.child.pid ?? 0;
        const page = await openWindowPage(product);
        idle = memoryOf(pid);
        const peak = await peakMemory(pid, () => exportPriceList(page, format));
        await ground.stop(product);
        return peak;
      },
      reference: async () => idle,
    };
  };
}

/** Megabytes of memory that a process holds now, seen from outside (Linux). */
function memoryOf(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / KIB_PER_MB;
}

/** The most megabytes that a process was seen to hold while the work was done. */
async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid);
  const sample = () => {
    peak = Math.max(peak, memoryOf(pid));
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  sample();
  return peak;
}

/** A shorter way to another file would be no reference. */
function requireSameText(left: string, right: string): void {
  if (left === right) return;
  const [lines, others] = [left.split('\r\n'), right.split('\r\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  throw new Error(`line ${at + 1} of the files is “${lines[at]}” and “${others[at]}”`);
}

const IDLE_MS = 20;

const WINDOW_MS = 3_000;

const TARGETS = ['/api/products?limit=50', '/api/orders?from=2026-01-01&limit=20', '/api/me'] as const;

async function medianBeside(api: ApiConnection, work: () => Promise<void>): Promise<number> {
  const until = performance.now() + WINDOW_MS;
  const busy = work();
  const times: number[] = [];
  for (let asked = 0; performance.now() < until; asked += 1) {
    times.push(await api.time(TARGETS[asked % TARGETS.length] ?? TARGETS[0]));
    await delay(IDLE_MS);
  }
  await busy;
  return percentile(times, 50);
}

/** In a thread of its own: the client that is measured must not wait for the other one. */
async function flood({ address, token }: ApiConnection, targets: readonly string[]): Promise<void> {
  const result = await autocannon({
    url: address,
    connections: HEAVY_SOCKETS,
    duration: WINDOW_MS / 1000,
    workers: 1,
    headers: { authorization: `Bearer ${token}` },
    requests: targets.map((path) => ({ path })),
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} heavy calls were not answered with 200`);
}

/** Each set is a row of neighbours in the list of ids. */
function idSets(ids: readonly number[]): string[] {
  return Array.from({ length: SETS }, (_, set) => {
    const at = set * PRODUCT_PRICES_MAX_IDS;
    return ids.slice(at, at + PRODUCT_PRICES_MAX_IDS).join();
  })
    .filter((set) => set !== '')
    .map((set) => `/api/product-prices?product_ids=${set}`);
}

/** Ids of products, so many, evenly spread over the catalog. */
function spreadIds({ database, shop }: Ground, count: number): number[] {
  const ids = database
    .prepare('select id from products where account_id = cast(? as integer) order by id')
    .all(shop.accountId)
    .map(({ id }) => Number(id));
  const step = Math.max(1, Math.floor(ids.length / count));
  return ids.filter((_, at) => at % step === 0).slice(0, count);
}
