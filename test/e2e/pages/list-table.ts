import type { Locator, Page } from '@playwright/test';

/** The list of any page. */
export function listTable(page: Page) {
  const grid = page.getByRole('grid').first();
  return {
    grid,
    headings: grid.locator('thead [data-column]'),
    /** The visible cells of a column. */
    cells: (columnId: string): Locator => grid.locator(`tbody [data-column="${columnId}"]`),
  };
}
