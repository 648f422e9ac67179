import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Fails with the rule and the element of everything axe finds in the part of the page that `within` selects, as
 * it is now. Legacy mode looks into no frames of other origins, of which there are none, and takes half the time.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await page.locator(within).waitFor();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(within).analyze();
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
  expect(findings).toEqual([]);
}
