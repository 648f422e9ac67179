import { expect, type Locator, type Page } from '@playwright/test';

/** The page draws every operation before it shows anything. */
const DRAWN_MS = 30_000;

export async function openDocs(page: Page, apiAddress: string): Promise<void> {
  await page.goto(`${apiAddress}/docs`);
  await expectDocs(page);
}

export async function expectDocs(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Tilldesk API' })).toBeVisible({ timeout: DRAWN_MS });
}

/** The block of an operation, by its method and path. */
export function operationBlock(page: Page, method: string, path: string): Locator {
  return page
    .locator('.opblock')
    .filter({ has: page.locator(`.opblock-summary-path[data-path="${path}"]`) })
    .filter({ has: page.locator('.opblock-summary-method').getByText(method, { exact: true }) });
}

/** Opens an operation, sends it as it stands and answers its status and body as the page shows them. */
export async function execute(operation: Locator): Promise<{ status: string; body: string }> {
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table .response').first();
  return {
    status: await answer.locator('.response-col_status').innerText(),
    body: await answer.locator('.highlight-code code').first().innerText(),
  };
}
