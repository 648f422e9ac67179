import { expect, type Page } from '@playwright/test';
import { listShops } from '../../shared/contract/shops.ts';
import { listTable } from './pages/list-table.ts';
import { orderPage } from './pages/order-page.ts';
import { overviewPage } from './pages/overview-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { everyAddress, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { cutCells } from './support/visible-table.ts';

const LONG_MS = 300_000;
/** 200% text size in a window of 1440 × 900, and the smallest window. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 512, height: 350 },
];

test('every page can be read to its end without scrolling sideways, however small the window', async ({
  page,
  api,
  signIn,
}) => {
  test.setTimeout(LONG_MS);
  await signIn(OWNER);
  for (const address of await everyAddress(api)) {
    await test.step(address, async () => {
      await openAddress(page, address);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await expect.poll(() => partsOutOfReach(page)).toEqual([]);
        await expect.poll(() => crushedLabels(page)).toEqual([]);
      }
    });
  }
});

test.describe('the figures of the overview in 1024 × 700', () => {
  test.use({ viewport: { width: 1024, height: 700 } });

  test('are all visible beside the expanded side bar', async ({ page, signIn }) => {
    await signIn(OWNER);
    await openAddress(page, '/overview?all=true');
    await windowFrame(page).expandButton.click();
    const figures = overviewPage(page).periods;
    await expect(figures.getByRole('link').first()).toBeVisible();
    await expect.poll(() => figures.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test.describe('the rows behind a figure of one shop in 1024 × 700', () => {
  test.use({ viewport: { width: 1024, height: 700 } });

  test('show the columns that explain their amount, no column of that shop, and most of each description', async ({
    page,
    api,
    signIn,
  }) => {
    await signIn(OWNER);
    const [shop] = (await api.read(listShops, {})).data;
    const period = 'from=2026-10-01&to=2026-10-31';
    await openAddress(page, `/rows/items?${period}&type=product&figure=sales&side=ex&shop_id=${shop?.id}`);
    const { headings: columns, cells } = listTable(page);
    const ids = await columns.evaluateAll((headings) => headings.map((heading) => heading.getAttribute('data-column')));
    expect(ids).toEqual(expect.arrayContaining(['quantity', 'ppu_wt', 'discount_value_wt', 'value_wt']));
    expect(ids).not.toContain('shop');
    const cutShort = async () => (await cutCells(cells('title'))).filter((title) => title.length < 32);
    await expect.poll(cutShort).toEqual([]);
  });
});

const LISTS = ['catalog', 'orders', 'discounts', 'product-sales', 'invoices', 'customers', 'exports'];

test('every list shows all its columns beside the expanded side bar of a window of 1024 pixels', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(OWNER);
  await openAddress(page, '/overview');
  await windowFrame(page).expandButton.click();
  for (const list of LISTS) {
    await test.step(list, async () => {
      await openAddress(page, `/${list}`);
      const overflow = () =>
        listTable(page).grid.evaluate(
          ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
        );
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    });
  }
});

test.describe('the collapsed side bar', () => {
  test('fits a window of 700 pixels, and has the same width in a lower one, with complete icons beside its scroll bar', async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await signIn(OWNER);
    // A headless browser hides scroll bars.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setScrollbarsHidden', { hidden: false });
    await openAddress(page, '/overview');
    const { foldedBar: bar } = windowFrame(page);
    const excess = () => bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(await excess()).toBe(0);
    const widthPx = () => bar.evaluate((element) => element.getBoundingClientRect().width);
    const before = await widthPx();

    await page.setViewportSize({ width: 1024, height: 600 });
    await expect.poll(excess).toBeGreaterThan(0);
    expect(await widthPx()).toBe(before);
    const scrollBarPx = () => bar.evaluate((element) => element.getBoundingClientRect().width - element.clientWidth);
    expect(await scrollBarPx()).toBeGreaterThan(5);
    const cut = await bar.evaluate((element) => {
      const end = element.getBoundingClientRect().left + element.clientWidth;
      return [...element.querySelectorAll('a, button, svg')].filter((icon) => icon.getBoundingClientRect().right > end)
        .length;
    });
    expect(cut).toBe(0);
  });

  test('has a complete name below every icon', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1024, height: 700 });
    await signIn(OWNER);
    await openAddress(page, '/overview');
    const cut = await windowFrame(page).foldedBar.evaluate((bar) =>
      [...bar.querySelectorAll('nav a, nav ~ button, nav ~ * button')].flatMap((item) => {
        const label = item.querySelector('span:not([aria-hidden])');
        const isWhole = label && label.clientWidth > 0 && label.scrollWidth <= label.clientWidth;
        return isWhole ? [] : [item.textContent];
      }),
    );
    expect(cut).toEqual([]);
  });
});

test('the page of an order shows the VAT rate of each item in a window of 1024 pixels', async ({
  page,
  api,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(OWNER);
  const addresses = await everyAddress(api);
  await openAddress(page, addresses.find((address) => address.startsWith('/orders/')) ?? '');
  const { items, rateHeading } = orderPage(page);
  await expect(rateHeading).toBeInViewport({ ratio: 1 });
  const overflow = await items.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
  expect(overflow).toBeLessThanOrEqual(0);
});

const LEAST_LABEL_PX = 60;

/** Row names that are so narrow that they wrap letter by letter. */
function crushedLabels(page: Page): Promise<readonly string[]> {
  return page.evaluate((leastPx) => {
    const textWidth = (label: Element) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      return [...range.getClientRects()].reduce((sum, { width }) => sum + width, 0);
    };
    return [...document.querySelectorAll('th[scope="row"]')]
      .filter((label) => label.checkVisibility({ visibilityProperty: true }))
      .filter((label) => label.getBoundingClientRect().width < leastPx && textWidth(label) > leastPx)
      .map((label) => `TH ${label.textContent?.slice(0, 40)}`);
  }, LEAST_LABEL_PX);
}

/** Controls and headings that scrolling cannot bring into view, because they are outside the window. */
function partsOutOfReach(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const scrollsSideways = (element: Element | null): boolean =>
      element !== null &&
      ((element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)) ||
        scrollsSideways(element.parentElement));
    const parts = document.querySelectorAll('h1, h2, h3, button, a, input, [role="grid"]');
    return [...parts]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        const isOutside = left < -1 || right > document.documentElement.clientWidth + 1;
        return width > 1 && isOutside && !scrollsSideways(part);
      })
      .map((part) => `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent?.slice(0, 40)}`);
  });
}
