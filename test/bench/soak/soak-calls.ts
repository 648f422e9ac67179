import { createRandomStream } from '../../../electron/platform/demo/prng.ts';
import type { Order } from '../../../shared/contract/orders.ts';
import type { Product } from '../../../shared/contract/products.ts';
import type { WindowClient } from '../../support/window-client.ts';
import type { ApiConnection } from '../context/api-connection.ts';
import { pageIn } from '../context/bench-context.ts';
import { exportPriceList } from '../rows/exports.ts';

/** Asks, and throws if the answer is wrong. */
export type Call = (api: ApiConnection) => Promise<void>;

const SEED = 11;
const PAGE = 50;
const MONTHS = 12;

/** One call in so many is an export to CSV. */
const EXPORT_EVERY = 300;

/** Returns a function that draws the next call: the same mix in every run. */
export async function createCalls(api: ApiConnection, client: WindowClient): Promise<() => Call> {
  const { total, rows: products } = pageIn<Product>(await api.read('/api/products?limit=200'));
  const words = products.flatMap(({ title }) => title.toLowerCase().match(/\b[a-z]{4,}\b/g) ?? []);
  const months = await readMonths(api);
  const random = createRandomStream(SEED, 'soak');
  const drawId = () => random.pick(products).id;
  const drawPage = (rows: number) => `limit=${PAGE}&start=${random.drawInteger(0, rows - PAGE)}`;
  const drawDays = () => random.pick(months);

  const draws: readonly (readonly [draw: () => Call, weight: number])[] = [
    [() => readList(`/api/products?${drawPage(total)}`), 15],
    [() => readList(`/api/products?limit=${PAGE}&q=${random.pick(words)}`), 15],
    [() => readOne(`/api/products/${drawId()}`), 15],
    [() => readList(`/api/product-prices?product_ids=${Array.from({ length: 20 }, drawId).join(',')}`), 10],
    [() => readList(`/api/orders?${drawDays()}&${drawPage(PAGE * 10)}&sort=-value_wt`), 15],
    [() => readList(`/api/discount-orders?${drawDays()}`), 5],
    [createReportReader(drawDays), 10],
    [() => readList(`/api/reports/payments?${drawDays()}`), 3],
    [() => readList(`/api/stock?${drawPage(total)}`), 4],
    [() => readList(`/api/customers?${drawPage(PAGE * 5)}`), 4],
    [() => readOne('/api/me'), 4],
  ];
  let drawn = 0;
  return () => {
    drawn += 1;
    return drawn % EXPORT_EVERY === 0 ? () => downloadPriceList(client, total) : random.pickWeighted(draws)();
  };
}

/** Full months with sales, the oldest first, as `from` and `to`. */
async function readMonths(api: ApiConnection): Promise<readonly string[]> {
  const { rows } = pageIn<Order>(
    await api.read('/api/orders?from=2000-01-01&to=2099-12-31&limit=1&sort=date_purchased'),
  );
  const [year = 0, month = 0] = (rows[0]?.date_purchased ?? '').split('-').map(Number);
  const dateOf = (monthIndex: number, day: number) =>
    new Date(Date.UTC(year, monthIndex, day)).toISOString().slice(0, 10);
  return Array.from({ length: MONTHS }, (_, n) => `from=${dateOf(month - 1 + n, 1)}&to=${dateOf(month + n, 0)}`);
}

function readOne(target: string): Call {
  return async (api) => {
    const answer: unknown = JSON.parse(await api.read(target));
    assert(typeof answer === 'object' && answer !== null, `${target} returned no object`);
  };
}

/** Every list that is drawn has rows. */
function readList(target: string): Call {
  return async (api) => {
    const { rows } = pageIn<unknown>(await api.read(target));
    assert(Array.isArray(rows) && rows.length > 0, `${target} returned no rows`);
  };
}

/** The report of a past month is always the same. */
function createReportReader(drawDays: () => string): () => Call {
  const firstAnswers = new Map<string, string>();
  return () => {
    const target = `/api/financial-report?${drawDays()}`;
    return async (api) => {
      const answer = (await api.read(target)).replace(/"generated_at":"[^"]*"/, '');
      const first = firstAnswers.get(target) ?? answer;
      firstAnswers.set(target, first);
      assert(answer === first, `${target} returned other figures than at first`);
    };
  };
}

async function downloadPriceList(client: WindowClient, products: number): Promise<void> {
  const { status, text } = await client.ask('GET', await exportPriceList(client));
  assert(status === 200, `the download of the price list returned ${status}`);
  // The heading, a row for each product, and the end of the last row.
  assert(text.split('\r\n').length === products + 2, `the price list does not have ${products} products`);
}

function assert(isTrue: boolean, complaint: string): void {
  if (!isTrue) throw new Error(complaint);
}
