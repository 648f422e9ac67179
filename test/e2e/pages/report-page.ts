import type { Locator, Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

export function reportPage(page: Page, words: Words = DUTCH) {
  return {
    revenue: section(words.report.revenue.title),
    groups: page.getByRole('group', { name: words.report.groups.title }).getByRole('table'),
    section,

    /** Says that all checks pass, and opens them. */
    verdict: page.getByRole('button', { name: words.report.checks.allHold }),

    async choosePlace(title: string): Promise<void> {
      await page.getByRole('button', { name: words.states.place }).click();
      await page.getByRole('menuitemcheckbox', { name: title }).click();
    },
  };

  /** The table under a section title. */
  function section(title: string): Locator {
    return page.getByRole('table', { name: title });
  }
}
