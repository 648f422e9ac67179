import { expect, type Page } from '@playwright/test';
import { isFullRun } from '../support/test-size.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { collectWarnings, everyAddress, openAddress } from './support/page-steps.ts';
import { test } from './support/product-test.ts';
import { callBridge } from './support/ui-entrance.ts';
import { DUTCH, ENGLISH } from './support/window-texts.ts';

const LONG_MS = 300_000;

/** `ground` is the color of `--ground` in renderer/app/roles.css. */
const LIGHT = { colorScheme: 'light', language: 'nl', ground: 'rgb(251, 250, 248)' } as const;

const DARK = { colorScheme: 'dark', language: 'en', ground: 'rgb(23, 22, 20)' } as const;

const LOOKS = isFullRun ? [LIGHT, DARK] : [LIGHT];

/** One half for each worker. */
const HALVES = [0, 1];

test.describe.configure({ mode: 'parallel' });

for (const [half, look] of LOOKS.flatMap((look) => HALVES.map((half) => [half, look] as const))) {
  const { colorScheme, language, ground } = look;
  test.describe(`every page, ${colorScheme} and in ${language}, half ${half + 1}`, () => {
    test.use({ colorScheme });

    test('has no axe findings, no browser warnings, and no word of the other language', async ({
      page,
      product,
      api,
      signIn,
    }) => {
      test.setTimeout(LONG_MS);
      await callBridge(product, 'changeSettings', { language });
      const warnings = collectWarnings(page);
      const answers = answersOf(page);
      const see = (address: string) =>
        test.step(address, async () => {
          await openAddress(page, address);
          await expectAccessible(page);
          // Axe finds nothing wrong with a page without colors.
          await expect(page.locator('body')).toHaveCSS('background-color', ground);
          const foreign = await foreignTexts(page, language);
          const answered = (await Promise.all(answers)).join('\n');
          // A method called Cadeaubon has that name in every language.
          expect(foreign.filter((text) => !answered.includes(JSON.stringify(text)))).toEqual([]);
          expect(warnings).toEqual([]);
        });
      // Nobody is signed in yet.
      if (half === 0) await see('/');
      await signIn(OWNER);
      await page.goto('about:blank');
      const addresses = (await everyAddress(api)).filter((_, at) => at % HALVES.length === half);
      for (const address of addresses) await see(address);
    });
  });
}

/** All answers of the API from now on. */
function answersOf(page: Page): readonly Promise<string>[] {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) answers.push(response.text().catch(() => ''));
  });
  return answers;
}

/** Complete texts of the page that only the other language has. */
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
