import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createTilldesk } from '../../../clients/typescript/client.ts';
import { formatTimestamp, getInstants } from '../../../shared/calendar.ts';
import type { ExportFormat, ExportRequest, FinishedExport } from '../../../shared/contract/exports.ts';
import { readPriceList, toCsv } from '../../examples/price-list-client/read-price-list.ts';
import { callBridge, type WindowClient } from '../../support/window-client.ts';
import { OWNER } from '../context/api-connection.ts';
import type { Context } from '../context/bench-context.ts';
import { memoryOf, type ServerProcess } from '../context/running-product.ts';
import { openWindowPage } from '../context/window-page.ts';
import type { Row } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';

type Asked = Pick<ExportRequest, 'dataset' | 'filters' | 'format'>;

/** Like a click on the button: done when the whole file is on the disk. */
async function exportFile(page: WindowClient, asked: Asked): Promise<FinishedExport & { readonly download: string }> {
  const request = { ...asked, profile: 'excel', language: 'nl' } as const;
  const file = await callBridge(page, 'exportDataset', { key: crypto.randomUUID(), request });
  if (file?.download == null) throw new Error('the export gave no file to fetch');
  return { ...file, download: file.download };
}

/** Returns the address where the window downloads it. */
export async function exportPriceList(page: WindowClient, format: ExportFormat = 'csv'): Promise<string> {
  return (await exportFile(page, { dataset: 'price-list', filters: {}, format })).download;
}

function exportOrders(page: WindowClient, { shop }: Context): Promise<FinishedExport> {
  return exportFile(page, { dataset: 'orders', filters: { ...shop.twoYears }, format: 'csv' });
}

/** Amounts are 1/10 000 euro; `null` for a product without a sale price. */
interface PlainRow {
  readonly sku: string;
  readonly title: string;
  readonly ppu_wt: number | null;
  readonly ppu: number | null;
  /** In 1/100. */
  readonly percent: number | null;
  /** The VAT rate; `null` without one. */
  readonly rate: string | null;
}

/**
 * Writes the rows of the price list with plain SQL and the simplest loop, in the form of the product's export: one
 * query, one string, one stream. Returns the number of rows.
 */
async function writePlainPriceList({ database, shop }: Context, file: string): Promise<number> {
  const stream = createWriteStream(file);
  const rows = database
    .prepare(
      `select sku, title, price.ppu_wt, price.ppu, rate.value_hundredths as percent, rate.name as rate
        from products
        left join product_prices as price on price.id = (
          select min(id) from product_prices as own
          where own.account_id = products.account_id and own.product_id = products.id
            and own.product_price_type_id = 1 and own.from_qty is null)
        left join tax_rates as rate on rate.id = price.tax_rate_id
        where products.account_id = cast(? as integer)
        order by products.id`,
    )
    .iterate(shop.accountId);
  let text = '\uFEFF"Artikelnummer";"Artikel";"Prijs incl. btw";"Prijs excl. btw";"Btw %"\r\n';
  let count = 0;
  for (const row of rows as unknown as Iterable<PlainRow>) {
    text += `${cell(row.sku)};${cell(row.title)};${euros(row.ppu_wt)};${euros(row.ppu)};${percent(row)}\r\n`;
    count += 1;
  }
  stream.end(text);
  await finished(stream);
  return count;
}

function cell(text: string): string {
  const guarded = text.replace(/(^|[,;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g, "$1'");
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Its name in the demo shop; a product without VAT has no rate of 0%. */
const EXEMPT = 'Vrijgesteld';

/** With at least two decimals. */
function euros(amount: number | null): string {
  if (amount === null) return '';
  const value = amount / 10_000;
  return (amount % 100 === 0 ? value.toFixed(2) : String(value)).replace('.', ',');
}

function percent({ percent: hundredths, rate }: PlainRow): string {
  if (hundredths === null) return '';
  return rate === EXEMPT ? cell(rate) : (hundredths / 100).toFixed(2).replace('.', ',');
}

interface PlainOrder {
  readonly order_number: string;
  readonly date_purchased: number;
  readonly status: keyof typeof STATUS_WORDS;
  readonly shop: string;
  readonly payment_term: 'direct' | 'invoice';
  readonly is_paid: number;
  readonly value_wt: number;
  readonly value_ex: number;
  readonly discount_wt: number;
  readonly discount_ex: number;
  readonly currency: string;
}

const STATUS_WORDS = {
  ...{ new: 'Nieuw', processing: 'In behandeling', on_hold: 'In de wacht' },
  ...{ complete: 'Afgerond', refunded: 'Terugbetaald', cancelled: 'Geannuleerd' },
} as const;

const ORDER_HEADINGS =
  '\uFEFF"Ordernummer";"Datum";"Status";"Winkel";"Betaling";"Betaald";' +
  '"Bedrag incl. btw";"Bedrag excl. btw";"Korting incl. btw";"Korting excl. btw";"Valuta"\r\n';

/** Writes all orders of two years in the form of the product's export, oldest first. Returns the digest of the file. */
async function writePlainOrders({ database, shop }: Context, file: string): Promise<string> {
  const { start, end } = getInstants(shop.twoYears.from, shop.twoYears.to);
  const rows = database
    .prepare(
      `select order_number, date_purchased, status, shops.title as shop, payment_term, is_paid,
          value_wt, value_ex, discount_wt, discount_ex, orders.currency
        from orders join shops on shops.id = orders.shop_id
        where orders.account_id = cast(? as integer)
          and date_purchased >= cast(? as integer) and date_purchased < cast(? as integer)
        order by date_purchased, orders.id`,
    )
    .iterate(shop.accountId, start, end);
  const stream = createWriteStream(file);
  const digest = createHash('sha256');
  let text = ORDER_HEADINGS;
  const flush = async () => {
    digest.update(text);
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  };
  for (const row of rows as unknown as Iterable<PlainOrder>) {
    text += orderLine(row);
    if (text.length > 65_536) await flush();
  }
  await flush();
  stream.end();
  await finished(stream);
  return digest.digest('hex');
}

function orderLine(row: PlainOrder): string {
  const time = formatTimestamp(row.date_purchased).slice(0, 19).replace('T', ' ');
  const texts = [row.order_number, time, STATUS_WORDS[row.status], row.shop];
  const paid = [row.payment_term === 'direct' ? 'Direct' : 'Op rekening', row.is_paid === 1 ? 'Ja' : 'Nee'];
  const amounts = [row.value_wt, row.value_ex, row.discount_wt, row.discount_ex].map(euros);
  return `${[...[...texts, ...paid].map(cell), ...amounts, cell(row.currency)].join(';')}\r\n`;
}

const exportToFile: Row = {
  name: 'export',
  measured: 'price list to CSV, bridge call of the window over HTTP until the file is there',
  comparedWith: 'plain SQL and the plainest loop',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 2 },
  rounds: 5,
  async prepare(benchContext) {
    const page = await openWindowPage(await benchContext.startProduct({ host: 'browser' }));
    const plainFile = benchContext.scratchFile('plain.csv');
    const rows = await writePlainPriceList(benchContext, plainFile);
    const { text: exported } = await page.ask('GET', await exportPriceList(page));
    // The download is decoded as on the web, which removes the byte order mark.
    requireSameText(exported, new TextDecoder().decode(readFileSync(plainFile)));
    return {
      detail: `${rows} rows, both files equal`,
      product: () => timeOf(() => exportPriceList(page)),
      reference: () => timeOf(() => writePlainPriceList(benchContext, plainFile)),
    };
  },
};

const ordersToFile: Row = {
  name: 'export-orders',
  measured: 'orders of 24 months to CSV, in the same way',
  comparedWith: 'plain SQL and the plainest loop',
  unit: 'ms',
  comparison: 'ratio',
  bar: { atMost: 1.5 },
  rounds: 3,
  async prepare(benchContext) {
    const page = await openWindowPage(await benchContext.startProduct({ host: 'browser' }));
    const plainFile = benchContext.scratchFile('plain.csv');
    const { manifest } = await exportOrders(page, benchContext);
    if ((await writePlainOrders(benchContext, plainFile)) !== manifest.sha256) throw new Error('the files differ');
    return {
      detail: `${manifest.rows} rows, both files equal`,
      product: () => timeOf(() => exportOrders(page, benchContext)),
      reference: () => timeOf(() => writePlainOrders(benchContext, plainFile)),
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
  async prepare(benchContext) {
    const { apiAddress } = await benchContext.startProduct();
    const refuse = (sentence: string) => {
      throw new Error(`the client had to wait: ${sentence}`);
    };
    const tilldesk = createTilldesk({ baseUrl: apiAddress, auth: OWNER, onRetry: refuse });
    const [file, plainFile] = [benchContext.scratchFile('client.csv'), benchContext.scratchFile('plain.csv')];
    const write = async () => {
      const list = await readPriceList(tilldesk, 'NL');
      await writeFile(file, toCsv(list));
      return list.length;
    };
    const rows = await writePlainPriceList(benchContext, plainFile);
    const read = await write();
    if (rows !== read) throw new Error(`the client read ${read} rows, the query ${rows}`);
    return {
      product: () => timeOf(write),
      reference: () => timeOf(() => writePlainPriceList(benchContext, plainFile)),
    };
  },
};

const SAMPLE_EVERY_MS = 20;

type Export = (page: WindowClient, benchContext: Context) => Promise<unknown>;

function memoryRow(name: string, measured: string, mostMb: number, exportIt: Export): Row {
  return {
    name,
    measured,
    comparedWith: 'idle, signed in',
    unit: 'MB',
    comparison: 'difference',
    bar: { atMost: mostMb },
    rounds: 3,
    async prepare(benchContext) {
      let idle = Number.NaN;
      return {
        async product() {
          const product = await benchContext.startProduct({ host: 'browser' });
          const page = await openWindowPage(product);
          idle = memoryOf(product);
          const peak = await peakMemory(product, () => exportIt(page, benchContext));
          await benchContext.stop(product);
          return peak;
        },
        reference: async () => idle,
      };
    },
  };
}

export const EXPORT_ROWS: readonly Row[] = [
  exportToFile,
  priceListClient,
  ordersToFile,
  memoryRow('export-memory', 'peak memory during the export of the window, each time in a new process', 80, (page) =>
    exportPriceList(page),
  ),
  memoryRow('xlsx-memory', 'the same during its export as XLSX', 120, (page) => exportPriceList(page, 'xlsx')),
  memoryRow('orders-memory', 'the same during the export of the orders of 24 months as CSV', 80, exportOrders),
];

/** The peak memory of a process during the work, in megabytes. */
async function peakMemory(product: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(product);
  const sample = () => {
    peak = Math.max(peak, memoryOf(product));
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

/** A faster way to a different file would not be a reference. */
function requireSameText(left: string, right: string): void {
  if (left === right) return;
  const [lines, others] = [left.split('\r\n'), right.split('\r\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  throw new Error(`line ${at + 1} of the files is “${lines[at]}” and “${others[at]}”`);
}
