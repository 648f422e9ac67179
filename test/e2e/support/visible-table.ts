import { expect, type Locator } from '@playwright/test';
import { toUnits, type Units } from '../../support/exact-euros.ts';

/** How the Dutch window shows figures, computed only with integers. */

/** `−1.234,50` from euros. */
export function amountText(euros: number): string {
  return centsText(toUnits(euros));
}

/** Like `amountText`, from a sum. Fails unless it is a whole number of cents. */
export function centsText(amount: Units): string {
  if (amount % 100n !== 0n) throw new Error(`not whole cents: ${amount}`);
  return decimals(amount, 2);
}

/** `0,7438`: 2 to 4 decimals. */
export function unitPriceText(euros: number): string {
  const amount = toUnits(euros);
  if (amount % 100n === 0n) return decimals(amount, 2);
  return decimals(amount, amount % 10n === 0n ? 3 : 4);
}

/** `47,8`: as many decimals as needed. */
export function plainText(value: number): string {
  return decimals(toUnits(value), 4).replace(/,?0+$/, '');
}

export function countText(count: number): string {
  return decimals(BigInt(count) * 10_000n, 0);
}

/** `20-11-2026 14:05` */
export function momentText(timestamp: string): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(timestamp);
  if (!match) throw new Error(`not a timestamp: ${timestamp}`);
  const [, year, month, day, time] = match;
  return `${day}-${month}-${year} ${time}`;
}

function decimals(amount: Units, places: number): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(5, '0');
  const whole = digits.slice(0, -4).replace(/\B(?=(\d{3})+$)/g, '.');
  const fraction = digits.slice(-4).slice(0, places);
  return `${amount < 0n ? '−' : ''}${whole}${fraction && `,${fraction}`}`;
}

/** The texts of a table on the screen; a long list has only the visible rows. */
interface ShownTable {
  readonly headings: readonly string[];
  /** Index in the whole list, counted from 0, with the cells. */
  readonly rows: readonly (readonly [index: number, cells: readonly string[]])[];
  readonly totals: readonly string[];
}

export function readTable(table: Locator): Promise<ShownTable> {
  return table.evaluate((element) => {
    const textsOf = (row: Element | null) =>
      [...(row?.children ?? [])].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim());
    return {
      headings: textsOf(element.querySelector('thead tr')),
      rows: [...element.querySelectorAll('tbody tr[data-index]')].map(
        (row) => [Number(row.getAttribute('data-index')), textsOf(row)] as const,
      ),
      totals: textsOf(element.querySelector('tfoot tr')),
    };
  });
}

/** Waits until every visible row equals the one at its index in `expected`. */
export async function expectRows(table: Locator, expected: readonly (readonly string[])[]): Promise<void> {
  await expect(async () => {
    const { rows } = await readTable(table);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(rows.map(([index]) => [index, expected[index]]));
  }).toPass();
}

/** The lines of a table without virtual rows: label and figures, without its inner headings. */
export function readLines(table: Locator): Promise<string[][]> {
  return table.evaluate((element) =>
    [...element.querySelectorAll('tbody tr:not([data-heading]), tfoot tr')].map((row) =>
      [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()),
    ),
  );
}

/** The texts of cells that are cut off. */
export function cutCells(cells: Locator): Promise<readonly string[]> {
  return cells.evaluateAll((all) =>
    all
      .filter((cell) => [cell, ...cell.querySelectorAll('span')].some((part) => part.scrollWidth > part.clientWidth))
      .map(({ textContent }) => textContent ?? ''),
  );
}
