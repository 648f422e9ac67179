import type { Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The list of files, and the dialog for a new one. */
export function exportsPage(page: Page, words: Words = DUTCH) {
  const history = page.getByRole('grid', { name: words.exports.history.table });
  const form = page.getByRole('dialog', { name: words.exports.new.action });
  return {
    history,
    latest: history.getByRole('row').nth(1),
    newButton: page.getByRole('button', { name: words.exports.new.action }),
    form,
    submitButton: form.getByRole('button', { name: words.exports.action }),
    compareButton: page.getByRole('button', { name: words.exports.compare.action }),
  };
}
