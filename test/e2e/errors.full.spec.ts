import { expect, type Page } from '@playwright/test';
import type { BridgeFailure } from '../../shared/contract/bridge.ts';
import { OWNER } from './support/api-reader.ts';
import { catalogTable } from './support/catalog-steps.ts';
import { expectOrders, ordersTable } from './support/discount-steps.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectReport } from './support/expect-report.ts';
import {
  choosePage,
  choosePreset,
  failApi,
  fullMonths,
  openPage,
  type PageName,
  REQUEST_ID,
} from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { answerInstead } from './support/ui-entrance.ts';
import { readTable } from './support/visible-table.ts';
import { DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();

const PAGES: Readonly<Record<Exclude<PageName, 'exports' | 'overview'>, string>> = {
  catalog: 'products',
  orders: 'orders',
  discounts: 'discount-orders',
  report: 'financial-report',
  journal: 'financial-report',
};

test.beforeEach(({ signIn }) => signIn(OWNER));

test.describe('a page whose figures cannot be read', () => {
  for (const [name, path] of Object.entries(PAGES) as [keyof typeof PAGES, string][]) {
    test(`says so with the request number and can be tried again: ${name}`, async ({ page }) => {
      const repair = await failApi(page, path);
      await openPage(page, name);
      const alert = page.getByRole('alert');
      await expect(alert).toContainText(words.states.failed.platform);
      await expect(alert.getByText(REQUEST_ID)).toBeHidden();
      await alert.getByText(words.states.technical).click();
      await expect(alert.getByText(REQUEST_ID)).toBeVisible();
      await expectAccessible(page);

      await repair();
      await alert.getByRole('button', { name: words.states.retry }).click();
      await expect(alert).toBeHidden();
      await expect(page.getByText(/^Stand van \d\d:\d\d:\d\d$/)).toBeVisible();
    });
  }

  test('says when Tilldesk itself gives no answer, and leaves the other pages usable', async ({ page }) => {
    await page.route('**/api/financial-report?*', (route) => route.abort());
    await openPage(page, 'report');
    await expect(page.getByRole('alert')).toContainText(words.states.failed.unreachable);
    await choosePage(page, 'catalog');
    await expect(catalogTable(page).getByRole('row').nth(2)).toBeVisible();
  });
});

test.describe('a page whose figures cannot be read again', () => {
  test('keeps the orders it has and says from when they are', async ({ page, api }) => {
    await openPage(page, 'discounts');
    await choosePreset(page, 'last-month');
    await expectOrders(page, api, last);
    const repair = await failApi(page, 'discount-orders');
    await refresh(page);
    await expectStale(page);
    await expectOrders(page, api, last);
    await repair();
    await refresh(page);
    await expect(page.getByRole('alert')).toBeHidden();
    expect((await readTable(ordersTable(page))).totals[0]).toContain(words.terms.total);
  });

  test('keeps the figures of the report it has', async ({ page, api }) => {
    await openPage(page, 'report');
    await choosePreset(page, 'last-month');
    await expectReport(page, api, last);
    await failApi(page, 'financial-report');
    await refresh(page);
    await expectStale(page);
    await expectReport(page, api, last);
  });

  test('keeps the products it has', async ({ page }) => {
    await openPage(page, 'catalog');
    await expect(catalogTable(page).getByRole('row').nth(2)).toBeVisible();
    const { rows } = await readTable(catalogTable(page));
    await failApi(page, 'products');
    await refresh(page);
    await expectStale(page);
    expect((await readTable(catalogTable(page))).rows).toEqual(rows);
  });
});

test.describe('an export that fails', () => {
  test('says why at the bottom of the page and downloads nothing', async ({ page }) => {
    const failure: BridgeFailure = {
      status: null,
      code: 'failed',
      message: 'ENOSPC',
      requestId: null,
      reason: 'disk-full',
    };
    await page.route('**/bridge/exportDataset', (route) => answerInstead(route, { ok: false, failure }));
    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    await openPage(page, 'catalog');
    await page.getByRole('button', { name: words.exports.action }).click();
    const strip = page.getByRole('region', { name: words.exports.strip });
    await expect(strip).toContainText(`Niet geëxporteerd: Prijslijst (csv). ${words.exports.reason['disk-full']}`);
    await strip.getByRole('button', { name: words.exports.dismiss }).click();
    await expect(strip).toBeEmpty();
    expect(downloads).toEqual([]);
  });
});

async function refresh(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.states.refresh }).click();
}

async function expectStale(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(/^Niet bijgewerkt\. Dit is de stand van \d\d:\d\d:\d\d\.$/);
}
