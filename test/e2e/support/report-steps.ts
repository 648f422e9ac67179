import { expect, type Locator, type Page } from '@playwright/test';
import type { Comparison } from '../../../shared/periods.ts';
import { readLines } from './shown-table.ts';
import { DUTCH as words } from './words.ts';

export async function chooseComparison(page: Page, comparison: Comparison): Promise<void> {
  await page.getByRole('button', { name: words.report.comparison.label, exact: true }).click();
  await page.getByRole('menuitem', { name: words.report.comparison.choice[comparison] }).click();
}

/** Waits until a line of a section has these cells behind its label. */
export async function expectLine(page: Page, section: string, cells: readonly unknown[]): Promise<void> {
  const table = page.getByRole('table', { name: section });
  await expect
    .poll(async () => (await readLines(table)).find(([label]) => label === cells[0]))
    .toEqual(cells);
}

export function lineOf(page: Page, section: string, label: string): Locator {
  return page.getByRole('table', { name: section }).getByRole('row', { name: label });
}
