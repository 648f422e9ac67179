import { createWriteStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createTilldesk } from '../../../clients/typescript/client.ts';
import type { ExportFormat } from '../../../shared/contract/exports.ts';
import { readPriceList, toCsv } from '../../examples/price-list-client/read-price-list.ts';
import { callBridge, type WindowClient } from '../../support/window-client.ts';
import { OWNER } from '../context/api-connection.ts';
import type { Context } from '../context/bench-context.ts';
import { memoryOf, type ServerProcess } from '../context/running-product.ts';
import { openWindowPage } from '../context/window-page.ts';
import type { Row } from '../harness/measure-row.ts';
import { timeOf } from '../probes.ts';

/** The click on the button: done when the whole file lies on the disk. Answers where the window fetches it. */
export async function exportPriceList(page: WindowClient, format: ExportFormat = 'csv'): Promise<string> {
  const file = await callBridge(page, 'exportDataset', {
    key: crypto.randomUUID(),
    request: { dataset: 'price-list', filters: {}, format, profile: 'excel', language: 'nl' },
  });
  if (file?.download == null) throw new Error('the export gave no file to fetch');
  return file.download;
}

/** Amounts are 1/10 000 euro, null for a product without a sale price. */
interface PlainRow {
  readonly sku: string;
  readonly title: string;
  readonly ppu_wt: number | null;
  readonly ppu: number | null;
  /** In 1/100. */
  readonly percent: number | null;
  /** Of the VAT rate; null without one. */
  readonly rate: string | null;
}

/**
 * The rows of the price list by plain SQL into a file by the plainest loop, in the form of the product's export:
 * one query, one string, one stream. Answers the rows.
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

/** What the demo shop calls it; a product without VAT has no rate of 0 %. */
const EXEMPT = 'Vrijgesteld';

/** Two decimals at least. */
function euros(amount: number | null): string {
  if (amount === null) return '';
  const value = amount / 10_000;
  return (amount % 100 === 0 ? value.toFixed(2) : String(value)).replace('.', ',');
}

function percent({ percent: hundredths, rate }: PlainRow): string {
  if (hundredths === null) return '';
  return rate === EXEMPT ? cell(rate) : (hundredths / 100).toFixed(2).replace('.', ',');
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
    // The download is decoded as the web does it, which takes the byte order mark off.
    requireSameText(exported, new TextDecoder().decode(readFileSync(plainFile)));
    return {
      detail: `${rows} rows, both files equal`,
      product: () => timeOf(() => exportPriceList(page)),
      reference: () => timeOf(() => writePlainPriceList(benchContext, plainFile)),
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

function memoryRow(name: string, measured: string, mostMb: number, format: ExportFormat): Row {
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
          const peak = await peakMemory(product, () => exportPriceList(page, format));
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
  memoryRow('export-memory', 'peak memory during the export of the window, each time in a new process', 80, 'csv'),
  memoryRow('xlsx-memory', 'the same during its export as XLSX', 120, 'xlsx'),
];

/** The most megabytes that a process was seen to hold while the work was done. */
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

/** A shorter way to another file would be no reference. */
function requireSameText(left: string, right: string): void {
  if (left === right) return;
  const [lines, others] = [left.split('\r\n'), right.split('\r\n')];
  const at = lines.findIndex((line, index) => line !== others[index]);
  throw new Error(`line ${at + 1} of the files is “${lines[at]}” and “${others[at]}”`);
}
