import type { Page } from '@playwright/test';
import { DUTCH, sentence, type Words } from '../support/window-texts.ts';

/** Automatic exports: the list on the page of exports, and the dialog that asks when and where. */
export function schedules(page: Page, words: Words = DUTCH) {
  const { schedules: texts } = words;
  const list = page.getByRole('region', { name: texts.title, exact: true });
  const dialog = page.getByRole('dialog');
  return {
    list,
    dialog,
    name: dialog.getByRole('textbox', { name: words.terms.name }),
    folder: dialog.getByRole('textbox', { name: texts.folder }),
    time: dialog.getByLabel(texts.at),
    saveButton: dialog.getByRole('button', { name: texts.save }),
    row: (name: string) => list.getByRole('row').filter({ hasText: name }),
    runButton: (name: string) =>
      list.getByRole('button', { name: sentence(words.exports.actionOf, { action: texts.action.run, name }) }),
    menuButton: (name: string) => list.getByRole('button', { name: sentence(texts.menu, { name }) }),
    removeButton: dialog.getByRole('button', { name: texts.action.remove }),
  };
}
