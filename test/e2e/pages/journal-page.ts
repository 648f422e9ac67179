import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The booking of a month, and the way to the accounts it is made on. */
export function journalPage(page: Page, words: Words = DUTCH) {
  return {
    booking: page.getByRole('table', { name: words.journal.booking }),
    viewLedgers: page.getByRole('link', { name: words.journal.view }),
    setUpLedgers: page.getByRole('link', { name: words.journal.setUp }),
  };
}
