import type { Page } from '@playwright/test';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { fillSignIn } from './sign-in-steps.ts';
import { DUTCH as words } from './words.ts';

/** Fills in the form, at an address or with null at the program itself, to be remembered, and sends it. */
export async function signInAt(page: Page, user: Credentials, address: string | null): Promise<void> {
  const { platformHere, platformThere, remember } = words.signIn;
  await page.getByLabel(address === null ? platformHere : platformThere, { exact: true }).check();
  if (address !== null) await page.getByLabel(words.signIn.address).fill(address);
  await page.getByLabel(remember, { exact: true }).check();
  await fillSignIn(page, user);
}
