import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';

/**
 * The main job of a back-office employee, from the sign-in page on. It knows nothing of the host, so that the
 * browser and the Electron window are driven by the same steps.
 */
export async function takeJourney(page: Page): Promise<void> {
  await seeSignIn(page);
}

async function seeSignIn(page: Page): Promise<void> {
  await expect(page.locator('input[type=password]')).toBeVisible();
  await expectAccessible(page);
}
