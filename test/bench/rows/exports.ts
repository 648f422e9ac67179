import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { ExportFormat } from '../../../shared/contract/exports.ts';
import type { Ground } from '../ground/ground.ts';
import type { WindowPage } from '../ground/window-page.ts';

/** The click on the button: done when the whole file lies on the disk. Answers where the window fetches it. */
export async function exportPriceList(page: WindowPage, format: ExportFormat = 'csv'): Promise<string> {
  const file = await page.call('exportDataset', {
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
}

/**
 * The rows of the price list by plain SQL into a file by the plainest loop, in the form of the product's export:
 * one query, one string, one stream. Answers the rows.
 */
export async function writePlainPriceList({ database, shop }: Ground, file: string): Promise<number> {
  const stream = createWriteStream(file);
  const rows = database
    .prepare(
      `select sku, title, price.ppu_wt, price.ppu, rate.value_hundredths as percent
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
  let text = '\uFEFF"sku";"title";"ppu_wt";"ppu";"vat"\r\n';
  let count = 0;
  for (const row of rows as unknown as Iterable<PlainRow>) {
    text += `${cell(row.sku)};${cell(row.title)};${euros(row.ppu_wt)};${euros(row.ppu)};${percent(row.percent)}\r\n`;
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

/** Two decimals at least. */
function euros(amount: number | null): string {
  if (amount === null) return '';
  const value = amount / 10_000;
  return (amount % 100 === 0 ? value.toFixed(2) : String(value)).replace('.', ',');
}

function percent(hundredths: number | null): string {
  return hundredths === null ? '' : String(hundredths / 100).replace('.', ',');
}
