import { expect, type Locator } from '@playwright/test';

/** The texts of a table as it stands on the screen now; a list of many rows draws those in view only. */
interface ShownTable {
  readonly headings: readonly string[];
  /** Place in the whole list, counted from 0, with the cells. */
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

/** Waits until every row in view is that of the same place in `expected`. */
export async function expectRows(table: Locator, expected: readonly (readonly string[])[]): Promise<void> {
  await expect(async () => {
    const { rows } = await readTable(table);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(rows.map(([index]) => [index, expected[index]]));
  }).toPass();
}

/** The lines of a table without virtual rows: label and figures, headings inside it left out. */
export function readLines(table: Locator): Promise<string[][]> {
  return table.evaluate((element) =>
    [...element.querySelectorAll('tbody tr:not([data-heading]), tfoot tr')].map((row) =>
      [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim()),
    ),
  );
}
