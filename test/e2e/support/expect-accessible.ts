import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails with the rule and the element of everything axe finds in the part of the page that `within` selects. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await page.locator(within).waitFor();
  const { violations } = await axeOf(page).include(within).analyze();
  const findings = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  expect(findings).toEqual([]);
}

/** The same in the dark and the light theme. */
export async function expectAccessibleInBothThemes(page: Page, within = 'html'): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page, within);
  }
}

/**
 * Legacy mode ignores frames of other origins, and there are none. That, and reporting only the number of passes, takes
 * a third of the time.
 */
export function axeOf(page: Page): AxeBuilder {
  // Axe ignores targets of less than 24 pixels by default.
  const rules = { 'target-size': { enabled: true } };
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], rules });
}
