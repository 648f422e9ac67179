import { expect, type Locator, type Page } from '@playwright/test';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { units } from '../support/exact-euros.ts';
import { wholeReport } from '../support/whole-report.ts';
import { OWNER, UTRECHT } from './support/api-reader.ts';
import { csvUnits, downloadCsv } from './support/csv-file.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { choosePreset, fullMonths, openPage, presetDays, typePeriod } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { sentence, DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();

test.describe('the journal of an owner', () => {
  test.beforeEach(async ({ page, signIn }) => {
    await signIn(OWNER);
    await openPage(page, 'journal');
    await choosePreset(page, 'last-month');
    // Until then the page has the figures of the period before, and says that others are being read.
    await expect(page.getByText(codeOf(last.from.slice(0, 7)))).toBeVisible();
  });

  test('of a month balances, and says what the report of the API says', async ({ page, api }) => {
    const { direct_paid, not_paid_now, revenue } = wholeReport(await api.read(readFinancialReport, last));
    await expect(verdict(page)).toContainText(beginOf(words.journal.balanced));
    const lines = await rowsOf(booking(page));
    const [, debit, credit] = lines.at(-1) ?? [];
    expect(debit).toMatch(/^[\d.]+,\d\d$/);
    expect(credit).toBe(debit);
    const cash = direct_paid.payment_methods.find(({ type_alias }) => type_alias === 'cash');
    const invoiced = units(not_paid_now.total_wt) + units(not_paid_now.settled_since.total_wt);
    expect(lines).toContainEqual(['1000', 'Betaalwijze Contant', shown(units(cash?.amount ?? 0)), '']);
    expect(lines).toContainEqual(['1300', 'Verkocht op rekening', shown(invoiced), '']);
    expect(lines).toContainEqual(['1660', 'Fooien', '', shown(units(revenue.non_revenue.tips))]);
  });

  test('is that of its address, and back leads to what was chosen before', async ({ page }) => {
    await page.goto(`/#/journal?period=${last.from}..${last.to}`);
    await expect(page.getByText(codeOf(last.from.slice(0, 7)))).toBeVisible();
    await choosePreset(page, 'yesterday');
    await expect(page).toHaveURL(/\?period=yesterday$/);
    await page.goBack();
    await expect(page.getByText(codeOf(last.from.slice(0, 7)))).toBeVisible();
  });

  test('is saved as it is shown', async ({ page }) => {
    await expect(verdict(page)).toContainText(beginOf(words.journal.balanced));
    const lines = (await rowsOf(booking(page))).slice(1, -1);
    const { name, header, rows } = await downloadCsv(page, words.exports.action);
    expect(name).toMatch(/^journaal_.*\.csv$/);
    expect(header).toBe('Datum;Boeking;Grootboekrekening;Omschrijving;Btw-code;Debet;Credit');
    const ungrouped = (text = '') => text.replaceAll('.', '');
    const atVatCode = header.split(';').indexOf('Btw-code');
    expect(rows.map((cells) => cells.toSpliced(atVatCode, 1).slice(2))).toEqual(
      lines.map(([ledger, description, debit, credit]) => [ledger, description, ungrouped(debit), ungrouped(credit)]),
    );
  });

  test('without an account for tips asks for it first, and takes it', async ({ page }) => {
    await page.getByText(words.journal.ledgers).click();
    const name = words.journal.fixed.tips;
    const tips = page.getByRole('textbox', { name: sentence(words.journal.of.ledger, { name }) });
    const account = await tips.inputValue();
    await tips.fill('');
    await tips.press('Enter');
    const missing = page.getByRole('region', { name: sentence(words.journal.unmapped_one, { count: 1 }) });
    await expect(missing).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await expectAccessible(page);
    await missing.getByRole('textbox').fill(account);
    await missing.getByRole('textbox').press('Enter');
    await expect(missing).toBeHidden();
    await expect(exportButton(page)).toBeEnabled();
    await expect(tips).toHaveValue(account);
    await expect(verdict(page)).toBeFocused();
  });

  test('of more than a month is none, and leads to one that is', async ({ page }) => {
    await typePeriod(page, { from: presetDays('this-year').from, to: last.to });
    await expect(page.getByText(words.journal.tooLong)).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await page.getByRole('button', { name: words.journal.lastMonthOfPeriod }).click();
    await expect(page.getByText(codeOf(last.from.slice(0, 7)))).toBeVisible();
  });

  test('has nothing for axe to find', async ({ page }) => {
    await expect(verdict(page)).toBeVisible();
    await expectAccessible(page);
  });
});

test('the journal of a user of one location is of that location, and its accounts are only to be read', async ({
  page,
  signIn,
}) => {
  await signIn(UTRECHT);
  await openPage(page, 'journal');
  await choosePreset(page, 'last-month');
  await expect(page.getByText(/boekstuk TD-\d{6}-L\d+$/)).toBeVisible();
  await page.getByRole('heading', { name: words.journal.ledgers }).click();
  await expect(page.getByText(words.journal.readOnly)).toBeVisible();
  await expect(page.getByRole('table').getByRole('textbox')).toHaveCount(0);
  // Nothing in it takes the focus, so that it must take it itself to be scrolled with the keys.
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect(page.getByRole('region', { name: words.shell.journal, exact: true })).toBeVisible();
  await expectAccessible(page);
});

function codeOf(month: string): RegExp {
  return new RegExp(`boekstuk TD-${month.replace('-', '')}$`);
}

function booking(page: Page): Locator {
  return page.getByRole('table', { name: words.journal.booking });
}

function verdict(page: Page): Locator {
  return page.locator('[role=status][tabindex]');
}

function exportButton(page: Page): Locator {
  return page.getByRole('button', { name: words.exports.action, exact: true });
}

function rowsOf(table: Locator): Promise<string[][]> {
  return table
    .locator('tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...(row as HTMLTableRowElement).cells].map(({ textContent }) => textContent ?? '')),
    );
}

/** The words before the figure. */
function beginOf(text: string): string {
  return text.split('{{')[0] ?? '';
}

/** `12.345,67` */
function shown(amount: bigint): string {
  return csvUnits(amount).replace(/\B(?=(\d{3})+,)/, '.');
}
