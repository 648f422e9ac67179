import { expect, type Page } from '@playwright/test';

export type PageName = 'catalog' | 'discounts' | 'report';

/** Opens a page by its address and waits for its title. */
export async function openPage(page: Page, name: PageName): Promise<void> {
  await page.goto(`/#/${name}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
