import { expect, type Page } from '@playwright/test';
import { listTable } from './pages/list-table.ts';
import { OWNER } from './support/api-reader.ts';
import { everyAddress, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';

const LONG_MS = 600_000;

/** A window of 1280 × 1024 at 200% and at 400%. */
const SIZES = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];

/** Only lists have more stops than this, and their rows are alike. */
const MAX_STOPS = 60;

for (const size of SIZES) {
  test.describe(`in a window of ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    test('the focus is always visible, on every page, with Tab only', async ({ page, api, signIn }) => {
      test.setTimeout(LONG_MS);
      await signIn(OWNER);
      for (const address of await everyAddress(api)) {
        await test.step(address, async () => {
          await openAddress(page, address);
          expect.soft(await tooWide(page)).toEqual([]);
          expect.soft(await tabThrough(page)).toEqual([]);
        });
      }
    });

    test('the period picker is inside the window, traps Tab and closes on Escape', async ({ page, signIn }) => {
      await signIn(OWNER);
      await openAddress(page, '/report?from=2026-10-01&to=2026-10-31');
      const current = page.getByRole('button').filter({ has: page.locator('[data-period]') });
      await current.focus();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog');
      await expect(panel).toBeVisible();
      const box = await panel.boundingBox();
      expect(
        box && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height,
      ).toBe(true);
      for (let stop = 0; stop < 25; stop += 1) {
        await page.keyboard.press('Tab');
        expect(await coveredFocus(page)).toBeNull();
        expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(current).toBeFocused();
    });

    test('a drawer takes the focus from the list that it covers, and Escape returns it', async ({ page, signIn }) => {
      await signIn(OWNER);
      await openAddress(page, '/orders?from=2026-10-01&to=2026-10-31');
      const { grid } = listTable(page);
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const drawer = page.locator('aside[aria-labelledby]');
      await expect(drawer.getByRole('heading', { level: 2 })).toBeFocused();
      expect(await grid.evaluate((element) => element.closest('[inert]') !== null)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      await expect(grid).toBeFocused();
    });
  });
}

/** Controls of the title row and of the filters that extend beyond the edge of the window. */
function tooWide(page: Page): Promise<string[]> {
  return page
    .locator('main header, main search')
    .locator('button, label, a, input:not([type=radio])')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().right > innerWidth + 1)
        .map((control) => control.ariaLabel || control.textContent || control.outerHTML),
    );
}

/** The focused elements that cannot be seen, over all stops of the page. */
async function tabThrough(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    const found = await coveredFocus(page);
    if (found !== null) covered.push(found);
  }
  return covered;
}

/** The focused element if no part of it is visible: outside the window, or behind something else. */
function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40) ?? ''}`;
    // A hidden radio button shows its focus on its label.
    const isDrawn = focused.clientWidth > 1 && focused.clientHeight > 1;
    const shown = (!isDrawn && focused instanceof HTMLInputElement && focused.labels?.[0]) || focused;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const [x1, x2] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [y1, y2] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    if (x2 - x1 < 1 || y2 - y1 < 1) return `${name}: outside of the window`;
    const points = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) => [x1 + (x2 - x1) * across, y1 + (y2 - y1) * down] as const),
    );
    const isSeen = points.some(([x, y]) => {
      const topmost = document.elementFromPoint(x, y);
      return topmost !== null && (shown.contains(topmost) || topmost.contains(shown));
    });
    return isSeen ? null : `${name}: covered`;
  });
}
