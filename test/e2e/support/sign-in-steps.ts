import type { Page } from '@playwright/test';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { DUTCH as words } from './words.ts';

/** Fills in the sign-in page and sends it. */
export async function fillSignIn(page: Page, { account, email, password }: Credentials): Promise<void> {
  await page.getByLabel(words.signIn.account, { exact: true }).fill(account);
  await page.getByLabel(words.signIn.email, { exact: true }).fill(email);
  await page.getByLabel(words.signIn.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.signIn.submit, exact: true }).click();
}
