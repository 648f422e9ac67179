import type { Locator, Page } from '@playwright/test';

/** The list of a page, whichever it is. */
export function listTable(page: Page) {
  const grid = page.getByRole('grid').first();
  return {
    grid,
    headings: grid.locator('thead [data-column]'),
    /** Of a column, those of the rows in view. */
    cells: (columnId: string): Locator => grid.locator(`tbody [data-column="${columnId}"]`),
  };
}
