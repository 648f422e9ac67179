import type { Page } from '@playwright/test';
import { DUTCH, sentence, type Words } from '../support/window-texts.ts';

/** Access for other programs, with the dialogs that create a key, show it once and revoke it. */
export function localApiPage(page: Page, words: Words = DUTCH) {
  const { keys, newKey, createdKey, revokeKey } = words.localApi;
  const form = page.getByRole('dialog', { name: newKey.title });
  return {
    newButton: page.getByRole('button', { name: keys.new }),
    form,
    nameField: form.getByRole('textbox', { name: words.terms.name }),
    createButton: form.getByRole('button', { name: newKey.create }),

    /** The parts of a key, by its name. */
    keyOf(name: string) {
      const revokeButton = page.getByRole('button', { name: sentence(keys.revokeNamed, { name }) });
      const shown = page.getByRole('dialog', { name: sentence(createdKey.title, { name }) });
      const question = page.getByRole('dialog', { name: sentence(revokeKey.title, { name }) });
      return {
        cells: page.getByRole('row').filter({ has: revokeButton }).getByRole('cell'),
        revokeButton,
        /** The dialog with the plaintext key and a command that uses it. */
        shown,
        codes: shown.locator('code'),
        copyCommandButton: shown.getByRole('button', { name: createdKey.copyCurl }),
        doneButton: shown.getByRole('button', { name: words.states.done }),
        question,
        confirmButton: question.getByRole('button', { name: keys.column.revoke }),
      };
    },
  };
}
