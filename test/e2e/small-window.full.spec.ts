import { expect, type Page } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { everyAddress, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';

const LONG_MS = 300_000;
/** 200 % of the text in a window of 1440 × 900, and the smallest one. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 512, height: 350 },
];

test.describe.configure({ mode: 'parallel' });

for (const size of SIZES) {
  test.describe(`every page in ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    test('can be read to its end without scrolling sideways', async ({ page, api, signIn }) => {
      test.setTimeout(LONG_MS);
      await signIn(OWNER);
      for (const address of await everyAddress(api)) {
        await test.step(address, async () => {
          await openAddress(page, address);
          expect(await partsOutOfReach(page)).toEqual([]);
          expect(await crushedLabels(page)).toEqual([]);
        });
      }
    });
  });
}

test.describe('the list of discounted orders in 1024 × 700', () => {
  test.use({ viewport: { width: 1024, height: 700 } });

  test('has all its amounts in view, and no order number cut', async ({ page, signIn }) => {
    await signIn(OWNER);
    await openAddress(page, '/discounts?period=last-month');
    const last = page.getByRole('columnheader').last();
    await expect(last).toBeInViewport({ ratio: 1 });
    const numbers = await page
      .locator('tbody tr > :first-child span span')
      .evaluateAll((spans) => spans.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).not.toContain(false);
  });
});

for (const width of [1024, 1100]) {
  test(`the page of an order has the VAT rate of each item in view in a window of ${width} pixels`, async ({
    page,
    api,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 768 });
    await signIn(OWNER);
    const addresses = await everyAddress(api);
    await openAddress(page, addresses.find((address) => address.startsWith('/orders/')) ?? '');
    await expect(page.getByRole('columnheader', { name: 'Btw', exact: true }).last()).toBeInViewport({ ratio: 1 });
    const table = page.getByRole('table', { name: 'Regels' });
    const overflow = await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

const LEAST_LABEL_PX = 60;

/** Names of rows that are given so little width that they are read letter by letter. */
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

/** Controls and headings that no scrolling brings into view, because they are beside the window. */
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
