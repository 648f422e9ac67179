import { expect, type Locator, type Page } from '@playwright/test';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listLocations } from '../../shared/contract/locations.ts';
import { listOrderItems } from '../../shared/contract/order-rows.ts';
import type { Comparison } from '../../shared/periods.ts';
import { OWNER } from './support/api-reader.ts';
import { expectGroups, expectReport } from './support/expect-report.ts';
import { choosePreset, fullMonths, openPage, periodButton, presetDays, typePeriod } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { amountText, readLines } from './support/visible-table.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

const { last, before } = fullMonths();

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await openPage(page, 'report');
});

test.describe('the financial report', () => {
  test('of a location shows the figures of its shops alone', async ({ page, api }) => {
    await choosePreset(page, 'vat-period');
    const { data: locations } = await api.read(listLocations);
    for (const { id, title } of locations) {
      await page.getByRole('button', { name: new RegExp(`^${words.terms.location}`) }).click();
      await page.getByRole('menuitemcheckbox', { name: title, exact: true }).click();
      await page.keyboard.press('Escape');
      const report = await expectReport(page, api, { ...presetDays('vat-period'), location_id: [id] });
      expect(report.shops.every((shop) => shop.title.includes(title))).toBe(true);
      await page
        .getByRole('button', { name: sentence(words.states.removeFilter, { label: words.terms.location }) })
        .click();
    }
  });

  test('shows turnover by group with VAT as well', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    const report = await expectReport(page, api, last);
    await page.getByText(words.terms.side.wt, { exact: true }).and(page.locator('label *')).click();
    await expectGroups(page, api, report, 'value_wt');
  });

  test('steps by its own length, with buttons and arrow keys', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    await page.getByRole('button', { name: words.periods.earlier }).click();
    await expectReport(page, api, before);
    await page.getByRole('button', { name: words.periods.later }).click();
    await expectReport(page, api, last);
    await periodButton(page).press('ArrowLeft');
    await expectReport(page, api, before);
  });

  test('of days without orders says that every figure is zero', async ({ page, api }) => {
    const days = { from: '2020-02-03', to: '2020-02-09' };
    await typePeriod(page, days);
    await expect(page.getByText(words.report.empty)).toBeVisible();
    await expectReport(page, api, days);
  });

  test('is held against the month before, which the address keeps', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    await chooseComparison(page, 'before');
    const [now, earlier] = await Promise.all([last, before].map((days) => api.read(readFinancialReport, days)));
    const [tips, tipsBefore] = [now, earlier].map((report) => report?.revenue.non_revenue?.tips ?? Number.NaN);
    const difference = Number(((tips ?? 0) - (tipsBefore ?? 0)).toFixed(2));
    const shown = [tips, tipsBefore].map((euros) => amountText(euros ?? Number.NaN));
    const change = `${difference > 0 ? '+' : ''}${amountText(difference)}`;
    const cells = [words.report.revenue.tips, ...shown, change, expect.stringMatching(/^[+−]?[\d,]+ %$/)];
    await expectLine(page, words.report.revenue.title, cells);
    await page.reload();
    await expectLine(page, words.report.revenue.title, cells);
    await page.goBack();
    await expect(page.getByRole('columnheader', { name: words.report.comparison.percentage })).toHaveCount(0);
  });

  test('opens the rows behind a figure, with the filters that sum to it', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    const { revenue } = await expectReport(page, api, last);
    await lineOf(page, words.report.revenue.title, words.report.revenue.returns).getByRole('link').last().click();
    await expect(page).toHaveURL(/#\/rows\/items\?/);
    const address = new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
    const rows = { ...last, type: 'product', sign: 'negative' } as const;
    expect(Object.fromEntries(address)).toMatchObject({ ...rows, amount: String(-revenue.total_returns_wt) });
    const { sums } = await api.read(listOrderItems, { ...rows, limit: 1 });
    expect(sums.value_wt).toBe(-revenue.total_returns_wt);
  });

  test('comes on paper alone, upright and whole', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    await expectReport(page, api, last);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 703, height: 1000 });
    await expect(page.getByText(words.report.print.zone)).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
    await expect(page.getByRole('button', { name: words.report.print.action })).toBeHidden();
    const paper = await page.evaluate(() => ({
      isCut: [...document.querySelectorAll('body *')].some(
        (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
      ),
      isWhole: document.documentElement.scrollHeight > 2 * window.innerHeight,
      context: getComputedStyle(document.body).backgroundColor,
    }));
    expect(paper).toEqual({ isCut: false, isWhole: true, context: 'rgb(255, 255, 255)' });
  });
});

async function chooseComparison(page: Page, comparison: Comparison): Promise<void> {
  await page.getByRole('button', { name: words.report.comparison.label, exact: true }).click();
  await page.getByRole('menuitem', { name: words.report.comparison.choice[comparison] }).click();
}

/** Waits until a line of a section has these cells behind its label. */
async function expectLine(page: Page, section: string, cells: readonly unknown[]): Promise<void> {
  const table = page.getByRole('table', { name: section });
  await expect.poll(async () => (await readLines(table)).find(([label]) => label === cells[0])).toEqual(cells);
}

function lineOf(page: Page, section: string, label: string): Locator {
  return page.getByRole('table', { name: section }).getByRole('row', { name: label });
}
