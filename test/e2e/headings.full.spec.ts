import { expect, type Page } from '@playwright/test';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { DUTCH, ENGLISH } from './support/window-texts.ts';

const WORDS = { nl: DUTCH, en: ENGLISH };

/** Whatever in a header is wider than the place it has. */
async function cutHeadings(page: Page): Promise<string[]> {
  await expect(page.getByRole('grid').getByRole('columnheader').first()).toBeVisible();
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

test('the arrow of a sort is at the first word of its heading, also where that has two lines', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(OWNER);
  await page.goto('/#/product-sales?period=last-month');
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

for (const language of ['nl', 'en'] as const) {
  test(`every heading of every table is whole in a window of 1024 pixels in ${language}`, async ({
    page,
    product,
    signIn,
  }) => {
    await page.setViewportSize({ width: 1024, height: 900 });
    await signIn(OWNER);
    await callBridge(product, 'changeSettings', { language });
    for (const name of ['catalog', 'discounts', 'exports'] as const) {
      await windowFrame(page, WORDS[language]).open(name);
      expect(await cutHeadings(page), name).toEqual([]);
    }
  });
}
