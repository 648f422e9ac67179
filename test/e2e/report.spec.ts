import { expect } from '@playwright/test';
import { listLocations } from '../../shared/contract/locations.ts';
import { fullMonths, presetDays } from './support/days.ts';
import { OWNER } from './support/demo-users.ts';
import { expectGroups, expectReport } from './support/expect-report.ts';
import { openPage } from './support/open-page.ts';
import { choosePreset, periodButton, typePeriod } from './support/period-steps.ts';
import { test } from './support/product-test.ts';
import { DUTCH as words } from './support/words.ts';

const { last, before } = fullMonths();

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await openPage(page, 'report');
});

test.describe('the financial report', () => {
  test('of a month shows every figure of the API, and that all checks hold', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    const report = await expectReport(page, api, last);
    expect(report.revenue.total_turnover).toBeGreaterThan(0);
    expect(report.checks).toHaveLength(12);
    expect(report.checks.filter(({ holds }) => !holds)).toEqual([]);
  });

  test('of a location shows the figures of its shops alone', async ({ page, api }) => {
    await choosePreset(page, 'vat-period');
    const { data: locations } = await api.read(listLocations);
    for (const { id, title } of locations) {
      await page.getByRole('button', { name: new RegExp(`^${words.report.location}`) }).click();
      await page.getByRole('menuitem', { name: title }).click();
      const report = await expectReport(page, api, { ...presetDays('vat-period'), location_id: id });
      expect(report.shops.every((shop) => shop.title.includes(title))).toBe(true);
    }
  });

  test('shows turnover by group with VAT as well', async ({ page, api }) => {
    await choosePreset(page, 'last-month');
    const report = await expectReport(page, api, last);
    await page.getByText(words.report.inclVat, { exact: true }).and(page.locator('label *')).click();
    await expectGroups(page, report, 'value_wt');
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
});
