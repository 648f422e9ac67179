import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { toUnits, type Units } from '../../support/exact-euros.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { downloadAfter } from './export-steps.ts';

interface CsvFile {
  readonly name: string;
  /** The header row, including the separators. */
  readonly header: string;
  readonly rows: readonly (readonly string[])[];
}

/** Presses the export button and reads the downloaded file, which must be in the format for Dutch Excel. */
export async function downloadCsv(page: Page, button: string): Promise<CsvFile> {
  const download = await downloadAfter(page, () => page.getByRole('button', { name: button, exact: true }).click());
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF'), 'begins with a byte order mark').toBe(true);
  expect(text.endsWith('\r\n'), 'ends with a line end').toBe(true);
  expect(text.replaceAll('\r\n', '').match(/[\r\n]/), 'has Windows line ends only').toBeNull();
  const [headings = [], ...rows] = parseCsv(text.slice(1));
  return { name: download.suggestedFilename(), header: headings.join(';'), rows };
}

/** Euros with a decimal comma, 2 to 4 decimals and no grouping. */
export function csvEuros(euros: number): string {
  return csvUnits(toUnits(euros));
}

export function csvUnits(amount: Units): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -4)},${decimals}`;
}

/** With two decimals, like every amount. */
export function csvPercentage(value: number | null): string {
  return value === null ? '' : value.toFixed(2).replace('.', ',');
}

/** Text with the guards against being run as a formula, also after a separator. */
export function csvText(text: string): string {
  return text.replace(/(^|[,;\t])(?='*[\s"]*[=+\-@])/g, "$1'");
}
