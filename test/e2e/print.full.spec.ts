import { expect, type Page } from '@playwright/test';
import { listOrders, readOrder } from '../../shared/contract/orders.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { changeCompany } from '../../shared/contract/window.ts';
import { joinLines, type PdfPage, readPdf } from '../support/read-pdf.ts';
import { journalPage } from './pages/journal-page.ts';
import { listTable } from './pages/list-table.ts';
import { orderPage } from './pages/order-page.ts';
import { overviewPage } from './pages/overview-page.ts';
import { periodPicker } from './pages/period-picker.ts';
import { reportPage } from './pages/report-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { fullMonths, openAddress, sampleIds } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { changeAtWindow } from './support/ui-entrance.ts';
import { DUTCH as words } from './support/window-texts.ts';

const { last } = fullMonths();

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  // A headless browser has no dialog, so the page is printed when the dialog would open.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
});

test.describe('a printed page', () => {
  test('has every order of the list after the report was opened, and no side bar', async ({ page, api }) => {
    await windowFrame(page).open('report');
    await windowFrame(page).open('orders');
    await periodPicker(page).choose('last-month');
    const orders = await api.drain(listOrders, last);
    await expect(listTable(page).grid).toHaveAttribute('aria-rowcount', String(orders.length + 3));

    const sheets = await printedSheets(page);

    const pages = sheets.map(joinLines);
    const lines = pages.flat();
    expect(lines[0]).toMatch(/^Linde & Loof\b/);
    expect(pages[0]?.join('\n')).toContain(words.shell.orders);
    for (const { order_number: number } of orders.slice(0, 2_000)) {
      expect(
        lines.some((line) => line.startsWith(number)),
        number,
      ).toBe(true);
    }
    const head = /^Linde & Loof · Demowinkel · Orders · \w\w 1 .+ \d{4}$/;
    for (const [index, sheet] of pages.entries()) {
      if (index > 0) expect(sheet[0]).toMatch(head);
      expect(sheet.join('\n')).toContain('Ordernummer');
      expect(sheet.at(-1)).toContain(`${index + 1} / ${pages.length}`);
    }
    expect(lines.filter((line) => head.test(line))).toHaveLength(pages.length - 1);
    expect(lines.slice(0, 5).join('\n')).toMatch(/Alle vestigingen\s+Alle statussen/);
    expect(lines.join('\n')).not.toContain(words.shell.settings);
    for (const { width, height, texts } of sheets) {
      expect(width).toBeGreaterThan(height);
      // The last column ends at the margin of the sheet, which is 11 mm.
      expect(Math.max(...texts.map(({ x, width: length }) => x + length))).toBeGreaterThan(width - 36);
    }
  });

  test('leaves out links and collapsed parts, and says whether VAT is in the figures', async ({ page, api }) => {
    const { product } = await sampleIds(api);
    await page.goto(`/#/catalog/${product}`);
    await expect(page.getByRole('link', { name: words.shell.productSales }).last()).toBeVisible();
    const sold = (await printedPages(page)).flat().join('\n');
    expect(sold).toContain(words.report.revenue.sales);
    expect(sold).not.toContain(words.shell.productSales);

    await windowFrame(page).open('overview');
    await expect(overviewPage(page).bars.first()).toBeVisible();
    const overview = (await printedPages(page)).flat().join('\n');
    expect(overview.split(words.terms.side.wt).length).toBeGreaterThan(4);

    await page.goto('/#/report?period=last-month&compare=last-year');
    await expect(reportPage(page).verdict).toBeVisible();
    await expect(page.getByRole('button', { name: words.report.comparison.how })).toBeVisible();
    const compared = (await printedPages(page)).flat().join('\n');
    expect(compared).not.toContain(words.report.comparison.how);
    expect(compared).toContain(words.report.comparison.lines.slice(0, 30));

    await page.goto('/#/journal?period=last-month');
    await expect(journalPage(page).booking).toBeVisible();
    for (const line of (await printedPages(page)).flat()) expect(line).not.toMatch(/^·/);
  });

  test('shows no placeholder as a fact in the settings', async ({ page }) => {
    await page.goto('/#/settings/company');
    await expect(page.getByPlaceholder('NL000000000B01')).toBeVisible();
    const text = (await printedPages(page)).flat().join('\n');
    expect(text).toContain(words.settings.company.kvk);
    for (const example of ['1234 AB', '12345678', 'NL000000000B01'])
      expect(text).not.toMatch(RegExp(`\\b${example}\\b`));
    expect(text).not.toContain(words.settings.savedAtOnce);
    await page.goto('/#/settings/advanced');
    await expect(page.getByText(words.settings.retention)).toBeVisible();
    // The default port.
    expect((await printedPages(page)).flat().join('\n')).toMatch(/^4870$/m);
  });

  test('has its totals once, at the end, and no controls', async ({ page }) => {
    await page.goto('/#/journal?period=last-month');
    await expect(journalPage(page).booking).toBeVisible();
    const journal = (await printedPages(page)).flat();
    expect(journal.filter((line) => line.split('\t')[0] === words.terms.total)).toHaveLength(1);
    expect(journal.join('\n')).not.toContain(words.journal.setUp);

    await windowFrame(page).open('discounts');
    await expect(listTable(page).grid).toBeVisible();
    const discounts = (await printedPages(page)).flat().join('\n');
    for (const unset of [words.discounts.show, words.discounts.bounds]) expect(discounts).not.toContain(unset);
  });

  test('keeps the lines of the customer together on an order on account, and each item on one line', async ({
    page,
    api,
    product,
  }) => {
    const seller = { name: 'Linde & Loof', street: 'Oudegracht 112', postcode: '3511 AW', city: 'Utrecht' };
    const numbers = { kvk: '12345678', vat: 'NL000099998B57', iban: 'NL91ABNA0417164300', phone: '030-1234567' };
    await changeAtWindow(product, changeCompany, { details: { ...seller, ...numbers } });
    try {
      const { data } = await api.read(listOrders, { ...last, payment_term: 'invoice', limit: 1 });
      const order = await api.readOne(readOrder, data[0]?.id ?? 0);
      await page.goto(`/#/orders/${order.id}`);
      await expect(orderPage(page).vat).toBeVisible();
      const sheets = await printedSheets(page);
      const sheet = sheets.flatMap(joinLines).join('\n');
      expect(sheet).toContain('Kopie van de factuur');
      const texts = sheets[0]?.texts ?? [];
      const [name, email] = [order.customer_name, order.customer_email].map((text) =>
        texts.find((each) => each.text === text),
      );
      // The city is between them.
      expect(Math.abs((name?.y ?? 0) - (email?.y ?? Number.NaN))).toBeLessThan(35);
      const short = (order.items ?? []).filter(({ title }) => title.length <= 24);
      expect(short).not.toHaveLength(0);
      for (const { title } of short) expect(sheet).toContain(title);
    } finally {
      const empty = Object.fromEntries([...Object.keys(seller), ...Object.keys(numbers)].map((field) => [field, '']));
      await changeAtWindow(product, changeCompany, { details: empty });
    }
  });

  test('is landscape for the overview, with the chart of its days, and each total under its list', async ({ page }) => {
    await windowFrame(page).open('overview');
    await expect(overviewPage(page).bars.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const chart = await overviewPage(page).chart.boundingBox();
    expect(chart?.height).toBeGreaterThan(150);
    await page.emulateMedia({ media: null });
    const days = await overviewPage(page).weekdays.allTextContents();
    expect(days.length).toBeGreaterThanOrEqual(28);
    expect(days.join('')).toMatch(/^[mdwvz]*zmdwdvz[mdwvz]*$/);

    const sheets = await printedSheets(page);

    for (const { width, height } of sheets) expect(width).toBeGreaterThan(height);
    const text = sheets.flatMap(joinLines).join('\n');
    expect(text).not.toContain(words.overview.turnoverByDay.chart);
    expect(text).not.toContain(words.overview.turnoverByDay.before);
    // The third list has the payments of direct orders, which are not the turnover.
    expect(text.split(words.terms.total)).toHaveLength(3);
    expect(text).toMatch(/^Direct ontvangen, incl\. btw\t[\d.,]+\t100,00%$/m);
  });

  test('has three sheets for the report of a month, none of them nearly empty', async ({ page }) => {
    await openAddress(page, '/report?period=last-month');
    await expect(reportPage(page).verdict).toBeVisible();

    const sheets = (await printedSheets(page)).map(joinLines);

    expect(sheets).toHaveLength(3);
    for (const lines of sheets) expect(lines.length).toBeGreaterThan(15);
    const { notPaid, vatReturn, groups, checks } = words.report;
    const titles = [notPaid.title, vatReturn.title, vatReturn.declared, groups.title, checks.title];
    // The line above the page number.
    for (const lines of sheets) expect(titles).not.toContain(lines.at(-2));
    // The part that continues from the first sheet repeats its title.
    expect(sheets[1]?.[0]).toMatch(/^Linde & Loof · Demowinkel · Financieel rapport · /);
    expect(sheets[1]?.[1]).toMatch(/^Directe betalingen\s/);
    expect(sheets[2]?.[1]).toMatch(/^Omzet per omzetgroep/);
  });

  test('has every amount of the day statement beside its name, and the counted cash', async ({ page, api }) => {
    const { data: shops } = await api.read(listShops, {});
    const one = shops.find(({ location_id: id }) => id !== null);
    const day = `/day-closing?date=${last.to}`;
    for (const address of [day, `${day}&shop_id=${one?.id}`, `${day}&location_id=${one?.location_id}`]) {
      // The page stays open for another place, so it is left first.
      await openAddress(page, '/about');
      await openAddress(page, address);
      await expect(page.getByRole('table').first()).toBeVisible();
      const float = page.getByLabel(words.figures.count.float, { exact: true });
      const isCounted = await float.isVisible();
      if (isCounted) await float.fill('150');
      const shown = (await page.locator('main td').allTextContents()).filter(Boolean);

      const sheets = await printedSheets(page);

      const lines = sheets.flatMap(joinLines);
      const printed = lines.flatMap((line) => line.split(/\s+/));
      // Texts that overlap or are cut off are other words.
      const countOf = (text: string, all: readonly string[]) => all.filter((each) => each === text).length;
      expect(shown.length).toBeGreaterThan(20);
      for (const text of shown) expect(countOf(text, printed), text).toBeGreaterThanOrEqual(countOf(text, shown));
      for (const { width, texts } of sheets) {
        const beyond = texts.filter(({ text, x, width: length }) => text.trim() !== '' && x + length > width - 30);
        expect(beyond.map(({ text }) => text)).toEqual([]);
      }
      if (address === day) expect(sheets).toHaveLength(1);
      if (isCounted) expect(lines.join('\n')).toContain(words.figures.count.expected);
    }
  });

  for (const path of ['/orders?period=last-7-days', '/report?period=last-month']) {
    test(`uses one text size: ${path}`, async ({ page }) => {
      await openAddress(page, path);
      const sheets = await printedSheets(page);
      // The page number and the labels of the chart are smaller, headings are larger.
      const sizes = Map.groupBy(
        sheets.flatMap(({ texts }) => texts),
        ({ size }) => Math.round(size * 2) / 2,
      );
      const [usual] = [...sizes].sort(([, one], [, other]) => other.length - one.length);
      expect(usual?.[0]).toBe(9);
      expect([...sizes.keys()].filter((size) => size < 8)).toEqual([]);
    });
  }
});

async function printedPages(page: Page): Promise<string[][]> {
  return (await printedSheets(page)).map(joinLines);
}

async function printedSheets(page: Page): Promise<readonly PdfPage[]> {
  await page.evaluate(() => document.documentElement.removeAttribute('data-printed'));
  await page.keyboard.press('Control+p');
  await expect(page.locator('html[data-printed]')).toBeAttached();
  const { pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  return pages;
}
