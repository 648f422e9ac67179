import type { PriceListRow } from './read-price-list.ts';

const COLUMNS = ['sku', 'title', 'ppu_wt', 'ppu', 'vat_percent'] as const satisfies (keyof PriceListRow)[];

const NEEDS_QUOTES = /[",\r\n]/;

/** CSV as RFC 4180 has it, headings first: commas, decimal points, Windows line ends. */
export function toCsv(rows: readonly PriceListRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join());
  return [COLUMNS.join(), ...lines].map((line) => `${line}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
