import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** Finds text in the page; only in the Electron window. */
export function findBar(page: Page, words: Words = DUTCH) {
  return {
    field: page.getByRole('textbox', { name: words.habits.find.title }),
    /** Which match is in view, or that there is none. */
    place: page.getByRole('search', { name: words.habits.find.title }).getByRole('status'),
  };
}
