import { expect, type Locator, type Page } from '@playwright/test';
import type { UiEntrance } from './ui-entrance.ts';
import { DUTCH, type Words } from './words.ts';

const { webhooks: words } = DUTCH;

export async function openWebhooks(page: Page, texts: Words = DUTCH): Promise<void> {
  await page.goto('/#/webhooks');
  await expect(page.getByRole('heading', { name: texts.shell.webhooks, level: 1 })).toBeVisible();
}

/** Fills in the form and sends it. */
export async function askToSubscribe(page: Page, address: string, description = ''): Promise<Locator> {
  await page.getByRole('button', { name: words.add }).first().click();
  const form = page.getByRole('dialog', { name: words.add });
  await form.getByRole('textbox', { name: DUTCH.terms.address }).fill(address);
  await form.getByRole('textbox', { name: DUTCH.terms.description }).fill(description);
  await form.getByRole('button', { name: words.subscribe.submit }).click();
  return form;
}

/** Subscribes and answers the secret as it was shown. */
export async function subscribe(page: Page, address: string, description = ''): Promise<string> {
  await askToSubscribe(page, address, description);
  return takeSecret(page, words.secret.created);
}

/** Reads the secret that a dialog shows, and closes it. */
export async function takeSecret(page: Page, title: string): Promise<string> {
  const shown = page.getByRole('dialog', { name: title });
  const secret = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: DUTCH.states.done }).click();
  await shown.waitFor({ state: 'detached' });
  return secret;
}

export async function openWebhook(page: Page, address: string): Promise<void> {
  await page.getByRole('link', { name: address }).click();
  await expect(page.getByRole('heading', { name: address, level: 1 })).toBeVisible();
}

export async function sendPing(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: words.ping.action }).click();
  return page.getByRole('dialog', { name: words.deliveries.kind.ping });
}

export async function closePing(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: words.deliveries.kind.ping });
  await dialog.getByRole('button', { name: DUTCH.states.close }).last().click();
  await dialog.waitFor({ state: 'detached' });
}

export function deliveryRows(page: Page, texts: Words = DUTCH): Locator {
  return page.getByRole('grid', { name: texts.webhooks.deliveries.table }).locator('tr[data-index]');
}

/** Takes away every webhook of the account. Somebody who manages webhooks has to be signed in. */
export async function removeAllWebhooks({ window }: Pick<UiEntrance, 'window'>): Promise<void> {
  const { data }: { data: { id: number }[] } = JSON.parse((await window.ask('GET', '/api/webhooks')).text);
  for (const { id } of data) await window.ask('DELETE', `/api/webhooks/${id}`);
}
