import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type HttpsReceiver, type ReceiverReply, startHttpsReceiver } from '../../support/https-receiver.ts';
import { expectHeading } from './page-steps.ts';
import { test as base, useProduct } from './product-test.ts';
import { PRODUCT_START_MS } from './running-product.ts';
import type { UiEntrance } from './ui-entrance.ts';
import { DUTCH, type Words } from './window-texts.ts';

/** A receiver on this PC that the product of the worker may deliver to. */
interface LocalReceiver extends HttpsReceiver {
  /** To be subscribed. */
  readonly address: string;
  /** What is answered from now on. */
  reply: ReceiverReply;
}

export const TAKEN: ReceiverReply = { status: 200, text: 'taken' };

const CA_FILE = 'receiver-ca.pem';

/** Tests in which the product delivers to `receiver`, which accepts everything unless `reply` is set. */
export const test = base.extend<{ readonly receiver: LocalReceiver }, { readonly running: LocalReceiver }>({
  running: [
    async ({ browser: _ }, use) => {
      const receiver = await startReceiver();
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  receiver: async ({ running }, use) => {
    running.reply = TAKEN;
    await use(running);
  },
  product: [
    ({ running }, use) => useProduct(use, (dataFolder) => allow(running, dataFolder)),
    { scope: 'worker', timeout: PRODUCT_START_MS },
  ],
});

/** The file that makes curl trust the receiver. */
export function caFileIn(dataFolder: string): string {
  return join(dataFolder, CA_FILE);
}

async function startReceiver(): Promise<LocalReceiver> {
  const server = await startHttpsReceiver({ answer: () => receiver.reply });
  const receiver: LocalReceiver = {
    ...server,
    address: `https://127.0.0.1:${server.port}/hook`,
    reply: TAKEN,
  };
  return receiver;
}

async function allow({ ca }: LocalReceiver, dataFolder: string): Promise<void> {
  await writeFile(caFileIn(dataFolder), ca);
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: CA_FILE }];
  await writeFile(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
}

const { webhooks: words } = DUTCH;

export async function openWebhooks(page: Page, texts: Words = DUTCH): Promise<void> {
  await page.goto('/#/webhooks');
  await expectHeading(page, texts.shell.webhooks);
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

/** Subscribes and answers the secret of the dialog. */
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
  await expectHeading(page, address);
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

/** Takes away every webhook of the account. A user who manages webhooks has to be signed in. */
export async function removeAllWebhooks({ window }: Pick<UiEntrance, 'window'>): Promise<void> {
  const { data }: { data: { id: number }[] } = JSON.parse((await window.ask('GET', '/api/webhooks')).text);
  for (const { id } of data) await window.ask('DELETE', `/api/webhooks/${id}`);
}
