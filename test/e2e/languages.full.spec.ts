import { expect, type Page } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { openPage } from './support/page-steps.ts';
import { test } from './support/product-test.ts';

async function expectDutch(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Aanmelden bij Tilldesk' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'nl');
}

async function expectEnglish(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to Tilldesk' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}

for (const [locale, expectLanguage] of [
  ['nl-NL', expectDutch],
  ['nl-BE', expectDutch],
  ['en-GB', expectEnglish],
  ['de-DE', expectEnglish],
] as const) {
  test.describe(`on a ${locale} system`, () => {
    test.use({ locale });

    test('Tilldesk begins in the language that suits it', async ({ page }) => {
      await page.goto('/');
      await expectLanguage(page);
    });
  });
}

test.describe('another language', () => {
  test('is chosen on the sign-in page and kept after a reload', async ({ page }) => {
    await page.goto('/');
    await expectDutch(page);
    await page.getByRole('button', { name: 'English' }).click();
    await expectEnglish(page);
    await page.reload();
    await expectEnglish(page);
  });

  test('is chosen in the menu, for words and figures alike, and kept after a reload', async ({ page, signIn }) => {
    await signIn(OWNER);
    await openPage(page, 'catalog');
    await expect(page.getByText('2.400 artikelen')).toBeVisible();
    await page.getByRole('button', { name: 'Instellingen' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.getByText('2,400 products')).toBeVisible();
    await page.reload();
    await expect(page.getByText('2,400 products')).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitemradio', { name: 'System' }).first().click();
    await expect(page.getByText('2.400 artikelen')).toBeVisible();
  });
});

test.describe('another appearance', () => {
  test('is chosen in the menu and kept after a reload', async ({ page, signIn }) => {
    await signIn(OWNER);
    await openPage(page, 'catalog');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.getByRole('button', { name: 'Instellingen' }).click();
    await page.getByRole('menuitemradio', { name: 'Donker' }).click();
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});
