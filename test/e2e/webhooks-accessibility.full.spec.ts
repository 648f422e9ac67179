import { expect, type Page } from '@playwright/test';
import { OWNER } from './support/api-reader.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { deliveryRows, openWebhook, openWebhooks, removeAllWebhooks, test } from './support/webhook-test.ts';
import { DUTCH, ENGLISH, type Words } from './support/window-texts.ts';

test.afterEach(async ({ product, signIn }) => {
  await signIn(OWNER);
  await removeAllWebhooks(product);
});

for (const [colorScheme, locale, words] of [
  ['light', 'nl-NL', DUTCH],
  ['dark', 'en-GB', ENGLISH],
] as const) {
  test.describe(`axe finds nothing in the ${colorScheme} window of a ${locale} system`, () => {
    test.use({ locale, colorScheme });

    test('on the webhooks, one of them with a delivery, and every dialog', async ({ page, signIn, receiver }) => {
      await signIn(OWNER);
      await openWebhooks(page, words);
      await expect(page.getByText(words.webhooks.empty.title)).toBeVisible();
      await expectAccessible(page);
      await seeSubscribing(page, words, receiver.address);
      await expect(page.getByRole('link', { name: receiver.address })).toBeVisible();
      await expectAccessible(page);
      await openWebhook(page, receiver.address);
      await seeActions(page, words);
      await deliveryRows(page, words).first().click();
      await page.getByText(words.webhooks.delivery.curl).click();
      await expectAccessible(page);
    });
  });
}

async function seeSubscribing(page: Page, { webhooks: words, states, terms }: Words, address: string): Promise<void> {
  await page.getByRole('button', { name: words.add }).first().click();
  const form = page.getByRole('dialog', { name: words.add });
  const field = form.getByRole('textbox', { name: terms.address });
  await field.fill('https://10.0.0.1/');
  await form.getByRole('button', { name: words.subscribe.submit }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await field.fill(address);
  await form.getByRole('button', { name: words.subscribe.submit }).click();
  const shown = page.getByRole('dialog', { name: words.secret.created });
  await expect(shown.getByText(words.secret.once)).toBeVisible();
  await expectAccessible(page);
  await shown.getByRole('button', { name: states.done }).click();
}

async function seeActions(page: Page, { webhooks: words, states }: Words): Promise<void> {
  await page.getByRole('button', { name: words.ping.action }).click();
  await expect(page.getByText(words.ping.answer)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: states.close }).last().click();
  for (const action of ['rotate', 'remove'] as const) {
    await page.getByRole('button', { name: words[action].action }).click();
    await expect(page.getByRole('dialog', { name: words[action].title })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
}
