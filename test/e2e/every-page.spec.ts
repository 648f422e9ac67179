import { expect, type Page } from '@playwright/test';
import { callBridge } from './support/bridge-call.ts';
import { OWNER } from './support/demo-users.ts';
import { everyAddress, openAddress } from './support/every-page.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { test } from './support/product-test.ts';
import { DUTCH, ENGLISH } from './support/words.ts';

const LONG_MS = 300_000;

for (const [colorScheme, language] of [
  ['light', 'nl'],
  ['dark', 'en'],
] as const) {
  test.describe(`every page, ${colorScheme} and in ${language}`, () => {
    test.use({ colorScheme });

    test('has nothing for axe to find, and no word of the other language', async ({
      page,
      request,
      product,
      api,
      signIn,
    }) => {
      test.setTimeout(LONG_MS);
      await signIn(OWNER);
      await callBridge(request, product.origin, 'changeSettings', { language });
      const answers = answersOf(page);
      for (const address of await everyAddress(api)) {
        await test.step(address, async () => {
          await openAddress(page, address);
          await expectAccessible(page);
          const foreign = await foreignTexts(page, language);
          const answered = (await Promise.all(answers)).join('\n');
          // A method called Cadeaubon is called that in every language.
          expect(foreign.filter((text) => !answered.includes(JSON.stringify(text)))).toEqual([]);
        });
      }
    });
  });
}

/** 200 % of the text in a window of 1440 × 900, and in the smallest one. */
for (const [width, height] of [
  [720, 450],
  [512, 350],
] as const) {
  test.describe(`every page in ${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });

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

/** What the API answers from now on. */
function answersOf(page: Page): readonly Promise<string>[] {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(response.text().catch(() => ''));
  });
  return answers;
}

/** Whole texts of the page that only the other language has. */
async function foreignTexts(page: Page, language: 'nl' | 'en'): Promise<readonly string[]> {
  const [own, other] = language === 'nl' ? [DUTCH, ENGLISH] : [ENGLISH, DUTCH];
  const ownTexts = new Set(textsOf(own));
  const foreign = new Set(textsOf(other).filter((text) => !ownTexts.has(text)));
  const shown = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts;
  });
  return shown.filter((text) => foreign.has(text));
}

function textsOf(dictionary: object): readonly string[] {
  return Object.values(dictionary).flatMap((value: string | object) =>
    typeof value === 'string' ? [value] : textsOf(value),
  );
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
      ((element.scrollWidth > element.clientWidth &&
        /auto|scroll/.test(getComputedStyle(element).overflowX)) ||
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
