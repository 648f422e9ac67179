import { expect, type Page } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { everyAddress, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';

const LONG_MS = 600_000;

/** What WCAG 2.2, 1.4.12 lets readers set for all text. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

for (const width of [1440, 1024]) {
  test(`with the text spacing of WCAG no amount and no time is cut off in a window of ${width}`, async ({
    page,
    api,
    signIn,
  }) => {
    test.setTimeout(LONG_MS);
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(setTextSpacing, TEXT_SPACING);
    await signIn(OWNER);
    for (const address of await everyAddress(api)) {
      await test.step(address, async () => {
        await openAddress(page, address);
        await expect.soft.poll(() => cutFigures(page), address).toEqual([]);
      });
    }
  });
}

/** Acts like a reader's style sheet: the policy of the page allows no style element. */
function setTextSpacing(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** Amounts and times that overflow an element that hides overflow. */
function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut = new Set<string>();
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const parent = walker.currentNode.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || !/^\D{0,4}[\d.]+,\d\d\b|\d\d:\d\d$/u.test(text))
        continue;
      const range = document.createRange();
      range.selectNode(walker.currentNode);
      const shown = range.getBoundingClientRect();
      if (shown.width <= 1) continue;
      for (let around: Element | null = parent; around; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        if (box.width <= 1) break;
        const hides = overflowX === 'hidden' || overflowX === 'clip';
        if (hides && (shown.left < box.left - 1 || shown.right > box.right + 1)) {
          cut.add(`${text} in ${around.tagName} ${around.className}`);
        }
        if (overflowX === 'auto' || overflowX === 'scroll') break;
      }
    }
    return [...cut];
  });
}
