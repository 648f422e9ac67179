import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The booking of a month, and the accounts it is made on. */
export function journalPage(page: Page, words: Words = DUTCH) {
  return {
    booking: page.getByRole('table', { name: words.journal.booking }),
    ledgersHeading: page.getByRole('heading', { name: words.journal.ledgers }),
    readOnlyNote: page.getByText(words.journal.readOnly),
  };
}
