import { expect, type Page } from '@playwright/test';
import { listTable } from './pages/list-table.ts';
import { OWNER } from './support/api-reader.ts';
import { openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';

/** The parts of a header that are wider than their space. */
async function cutHeadings(page: Page): Promise<string[]> {
  await expect(listTable(page).headings.first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  return page
    .getByRole('columnheader')
    .evaluateAll((cells) =>
      cells.flatMap((cell) =>
        [cell, ...cell.querySelectorAll('button, span:not([aria-hidden])')].flatMap((part) =>
          part.clientWidth > 0 && part.scrollWidth > part.clientWidth
            ? [`${part.textContent}: ${part.scrollWidth} in ${part.clientWidth}`]
            : [],
        ),
      ),
    );
}

test('the sort arrow is next to the first word of its heading, even if that has two lines', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(OWNER);
  await page.goto('/#/invoices?sort=-age');
  const heading = page.getByRole('columnheader').and(page.locator('[aria-sort]'));
  await expect(heading).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const { lines, gapPx } = await heading.evaluate((cell) => {
    const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (words) range.selectNode(words);
    const rects = [...range.getClientRects()];
    return {
      lines: rects.length,
      gapPx: (rects[0]?.left ?? 0) - (cell.querySelector('svg')?.getBoundingClientRect().right ?? 0),
    };
  });
  expect(lines).toBe(2);
  expect(gapPx).toBeLessThan(8);
});

const PERIOD = 'from=2026-10-01&to=2026-10-31';
const LISTS = [
  ...['/catalog', '/orders', '/discounts', '/product-sales', '/invoices', '/customers', '/exports'],
  `/rows/items?${PERIOD}&type=product&figure=sales&side=ex`,
  `/rows/payments?${PERIOD}`,
];

for (const language of ['nl', 'en'] as const) {
  test(`every heading of every table is complete in windows of 1440 and 1024 pixels in ${language}`, async ({
    page,
    product,
    signIn,
  }) => {
    await signIn(OWNER);
    await callBridge(product, 'changeSettings', { language });
    for (const list of LISTS) {
      await openAddress(page, list);
      for (const width of [1440, 1024]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => cutHeadings(page), `${list} at ${width}`).toEqual([]);
      }
    }
  });
}
