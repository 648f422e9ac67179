import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The journal of a month, with the link to its ledger accounts. */
export function journalPage(page: Page, words: Words = DUTCH) {
  return {
    booking: page.getByRole('table', { name: words.journal.booking }),
    viewLedgers: page.getByRole('link', { name: words.journal.view }),
    setUpLedgers: page.getByRole('link', { name: words.journal.setUp }),
  };
}
