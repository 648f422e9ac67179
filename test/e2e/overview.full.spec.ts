import { expect, type Locator, type Page } from '@playwright/test';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listOrderItems } from '../../shared/contract/order-rows.ts';
import { listOrders } from '../../shared/contract/orders.ts';
import { wholeReport } from '../support/whole-report.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expectHeading, failApi, presetDays } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { amountText, countText } from './support/visible-table.ts';
import { DUTCH } from './support/window-texts.ts';

const words = DUTCH.overview;

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await page.goto('/#/overview');
  await expectHeading(page, DUTCH.shell.overview);
});

test.describe('the overview', () => {
  test('has the figures of this month that the API gives', async ({ page, api }) => {
    const month = presetDays('this-month');
    const { revenue } = wholeReport(await api.read(readFinancialReport, month));
    const status = ['processing', 'complete', 'refunded'] as const;
    const orders = await api.read(listOrders, { ...month, status: [...status], limit: 1 });
    await expect(figureOfMonth(page, DUTCH.terms.turnover.wt)).toHaveText(amountText(revenue.total_turnover_wt));
    await expect(figureOfMonth(page, DUTCH.terms.turnover.ex)).toHaveText(amountText(revenue.total_turnover));
    await expect(figureOfMonth(page, DUTCH.shell.orders)).toHaveText(countText(orders.total));
    await expectAccessible(page);
  });

  test('opens the rows of a turnover group, which add up to its figure', async ({ page, api }) => {
    const figure = page.getByRole('table', { name: words.month.groups }).getByRole('link').first();
    const text = await figure.innerText();
    await figure.click();
    await expect(page).toHaveURL(/#\/rows\/items\?/);
    const search = new URLSearchParams(page.url().split('?')[1]);
    const { sums } = await api.read(listOrderItems, {
      ...presetDays('this-month'),
      type: 'product',
      product_group_id: Number(search.get('product_group_id')),
      limit: 1,
    });
    expect(text).toBe(amountText(sums.value_wt));
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  });

  test('reads its days as a table too, in which a day opens its report', async ({ page }) => {
    await expect(
      page
        .getByRole('img', { name: /^Staafdiagram/ })
        .locator('svg')
        .first(),
    ).toBeVisible();
    await page.getByText(words.turnoverByDay.table, { exact: true }).click();
    const days = page.getByRole('table', { name: words.turnoverByDay.title });
    await days.getByRole('link').first().press('Enter');
    await expectHeading(page, DUTCH.shell.report);
    await expect(page).toHaveURL(/period=\d{4}-\d\d-01\.\.\d{4}-\d\d-01/);
  });

  test('keeps the other parts when one fails', async ({ page }) => {
    await failApi(page, 'financial-report');
    await page.reload();
    const shops = page.getByRole('region', { name: words.month.shops });
    await expect(shops.getByRole('alert')).toContainText(DUTCH.states.failed.platform);
    await expect(figureOfMonth(page, DUTCH.terms.turnover.wt)).toHaveText(/^[\d.]+,\d\d$/);
    await expect(page.getByRole('region', { name: words.attention.title })).toContainText(
      words.attention.unknown.checks,
    );
    await expectAccessible(page);
  });
});

/** Of each period three cells: its own figure and the two that it is held against. */
function figureOfMonth(page: Page, measure: string): Locator {
  const table = page.getByRole('table', { name: words.periods.title });
  return table.getByRole('row', { name: measure }).getByRole('cell').nth(6);
}
