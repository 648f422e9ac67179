import type { Page } from '@playwright/test';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { DUTCH, type Words } from '../support/window-texts.ts';

export function signInPage(page: Page, words: Words = DUTCH) {
  return {
    title: page.getByRole('heading', { name: words.signIn.title }),
    /** Signs in to the demo shop without a password. */
    demoButton: page.getByRole('button', { name: words.signIn.demo }),

    /** Fills in and submits the form. */
    async signIn({ account, email, password }: Credentials): Promise<void> {
      await openForm();
      await page.getByLabel(words.signIn.account, { exact: true }).fill(account);
      await page.getByLabel(words.signIn.email, { exact: true }).fill(email);
      await page.getByLabel(words.signIn.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: words.signIn.submit, exact: true }).click();
    },

    /** Chooses another platform by its name, and enters its address. */
    async choosePlatform({ name, address }: { readonly name: string; readonly address: string }, at: string) {
      await openForm();
      await page.getByRole('button', { name: words.signIn.otherPlatform }).click();
      await page.getByLabel(name, { exact: true }).check();
      const field = page.getByRole('textbox', { name: address });
      await field.fill(at);
      await field.blur();
    },
  };

  /** On a computer without another sign-in a button opens the form. */
  async function openForm(): Promise<void> {
    const password = page.getByLabel(words.signIn.password, { exact: true });
    const submit = page.getByRole('button', { name: words.signIn.submit, exact: true });
    await submit.waitFor();
    if (!(await password.isVisible())) await submit.click();
  }
}
