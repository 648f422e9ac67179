import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import type { HttpsReceiver, ReceivedRequest } from '../support/https-receiver.ts';
import { OWNER, UTRECHT } from './support/api-reader.ts';
import { callBridge } from './support/ui-entrance.ts';
import {
  askToSubscribe,
  caFileIn,
  closePing,
  deliveryRows,
  openWebhook,
  openWebhooks,
  removeAllWebhooks,
  sendPing,
  subscribe,
  TAKEN,
  takeSecret,
  test,
} from './support/webhook-test.ts';
import { DUTCH, sentence } from './support/window-texts.ts';

const { webhooks: words } = DUTCH;
const PACE = 120;

test.beforeEach(async ({ page, signIn }) => {
  await signIn(OWNER);
  await openWebhooks(page);
});

test.afterEach(async ({ product, signIn }) => {
  await signIn(OWNER);
  await callBridge(product, 'changeLiveTill', { isSelling: false, perMinute: PACE });
  await removeAllWebhooks(product);
});

test('a secret is shown once, and signs what the receiver gets', async ({ page, receiver }) => {
  const secret = await subscribe(page, receiver.address, 'Webshop');
  expect(secret).toMatch(/^whsec_[\w+/=]{32,}$/);
  await openWebhook(page, receiver.address);
  expect(await page.content()).not.toContain(secret);
  const dialog = await sendPing(page);
  await expect(dialog.getByText(/antwoordde 200 in/)).toBeVisible();
  await expect(dialog.getByText('taken')).toBeVisible();
  const ping = receiver.requests.at(-1);
  expect(() => verify(secret, ping)).not.toThrow();
  expect(() => verify(`whsec_${btoa('x'.repeat(32))}`, ping)).toThrow();
  await closePing(page);
  await expect(deliveryRows(page).first()).toContainText(words.deliveries.kind.ping);
  receiver.reply = { status: 500, text: '<b>broken</b>' };
  await sendPing(page);
  await expect(dialog.getByText(/Niet aangenomen: de ontvanger antwoordde 500/)).toBeVisible();
  await expect(dialog.getByText('<b>broken</b>')).toBeVisible();
});

test('an address that is not public is refused at its field, in words', async ({ page }) => {
  const form = await askToSubscribe(page, 'https://10.0.0.1/');
  await expect(form.getByRole('alert')).toHaveText(/^Dit adres is van uw eigen computer of netwerk\./);
  await expect(form.getByRole('textbox', { name: DUTCH.terms.address })).toHaveValue('https://10.0.0.1/');
});

test('too many test messages are said to wait', async ({ page, receiver }) => {
  await subscribe(page, receiver.address);
  await openWebhook(page, receiver.address);
  const dialog = await sendPing(page);
  const again = dialog.getByRole('button', { name: words.ping.again });
  for (let sent = 1; sent <= 6; sent += 1) {
    await expect(dialog.getByText(/antwoordde 200/)).toBeVisible();
    await again.click();
  }
  await expect(dialog.getByText(/Probeer het over \d+ seconden? opnieuw/)).toBeVisible();
  await expect(again).toBeDisabled();
});

test('a new secret signs beside the old one', async ({ page, receiver }) => {
  const old = await subscribe(page, receiver.address);
  await openWebhook(page, receiver.address);
  await page.getByRole('button', { name: words.rotate.action }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.rotate.submit }).click();
  const secret = await takeSecret(page, words.secret.rotated);
  const dialog = await sendPing(page);
  await expect(dialog.getByText(/antwoordde 200/)).toBeVisible();
  const ping = receiver.requests.at(-1);
  expect(() => verify(old, ping)).not.toThrow();
  expect(() => verify(secret, ping)).not.toThrow();
  await closePing(page);
  await expect(page.getByText(/De vorige ondertekeningssleutel tekent nog mee tot/)).toBeVisible();
});

test('what is sold is delivered, looked at, replayed and repeated with curl', async ({ page, receiver, product }) => {
  const secret = await subscribe(page, receiver.address);
  await openWebhook(page, receiver.address);
  await callBridge(product, 'changeLiveTill', { isSelling: true, perMinute: PACE });
  await expect(deliveryRows(page)).not.toHaveCount(0, { timeout: 30_000 });
  await callBridge(product, 'changeLiveTill', { isSelling: false, perMinute: PACE });
  await expect(deliveryRows(page).first()).toContainText(words.deliveries.statusLabels.delivered);
  await deliveryRows(page).first().click();
  const drawer = page.getByRole('complementary');
  const messageId = await drawer.getByText(/^msg_/).innerText();
  await drawer.getByText(words.delivery.raw).click();
  const [sent] = brought(receiver, messageId);
  await expect(drawer.locator('pre').last()).toHaveText(sent?.body ?? '');

  await drawer.getByRole('button', { name: words.delivery.replay }).click();
  await expect(drawer.getByText(words.deliveries.kind.replay, { exact: true })).toBeVisible();
  await expect(drawer.getByText(words.deliveries.statusLabels.delivered)).toBeVisible();
  const [, replayed] = brought(receiver, messageId);
  expect(sent?.headers['webhook-replay']).toBeUndefined();
  expect(replayed?.headers['webhook-replay']).toBeDefined();
  expect(replayed?.body).toBe(sent?.body);

  await drawer.getByText(words.delivery.curl).click();
  const command = await drawer.locator('details pre').textContent();
  const env = { ...process.env, WEBHOOK_SECRET: secret, CURL_CA_BUNDLE: caFileIn(product.dataFolder) };
  const { stdout } = await promisify(execFile)('bash', ['-c', command ?? ''], { env });
  expect(stdout).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*taken$/);
  const repeated = brought(receiver, messageId)[2];
  expect(repeated?.body).toBe(sent?.body);
  expect(() => verify(secret, repeated)).not.toThrow();
});

test('a webhook that is gone is told of on every page until it is enabled again', async ({
  page,
  receiver,
  product,
}) => {
  await subscribe(page, receiver.address, 'Oude webshop');
  receiver.reply = { status: 410 };
  await callBridge(product, 'changeLiveTill', { isSelling: true, perMinute: PACE });
  const notice = page.getByRole('region', { name: words.notice.label });
  await expect(notice.getByText(/De webhook naar Oude webshop is uitgeschakeld/)).toBeVisible({ timeout: 30_000 });
  await callBridge(product, 'changeLiveTill', { isSelling: false, perMinute: PACE });
  await page.goto('/#/catalog');
  const badge = sentence(words.notice.badge, { text: 1 });
  await expect(page.getByRole('link', { name: badge })).toBeVisible();
  await notice.getByRole('button', { name: DUTCH.states.close }).click();
  await expect(notice.getByText(/uitgeschakeld/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: badge })).toBeVisible();
  await expect(notice.getByText(/uitgeschakeld/)).toHaveCount(0);
  receiver.reply = TAKEN;
  await page.getByRole('link', { name: badge }).click();
  await openWebhook(page, receiver.address);
  await expect(page.getByText(/de ontvanger heeft zich afgemeld/).first()).toBeVisible();
  await page.getByRole('button', { name: words.enable.action }).click();
  await expect(page.getByText(words.enable.done)).toBeVisible();
  await expect(page.getByRole('link', { name: DUTCH.shell.webhooks, exact: true }).first()).toBeVisible();
  await expect(deliveryRows(page).first()).toContainText(words.deliveries.statusLabels.delivered);
});

test('a webhook is removed after a question', async ({ page, receiver }) => {
  await subscribe(page, receiver.address);
  await openWebhook(page, receiver.address);
  await page.getByRole('button', { name: words.remove.action }).click();
  const question = page.getByRole('dialog', { name: words.remove.title });
  await question.getByRole('button', { name: words.remove.action }).click();
  await expect(page.getByText(words.empty.title)).toBeVisible();
  await expect(page).toHaveURL(/#\/webhooks$/);
});

test('staff read that others manage webhooks, and nothing is asked for them', async ({ page, signIn }) => {
  // The window of the owner may still be asking.
  await page.goto('about:blank');
  await signIn(UTRECHT);
  const asked = callsFor(page);
  await page.goto('/#/webhooks');
  await expect(page.getByText(words.notAllowed)).toBeVisible();
  expect(asked).toEqual([]);
});

/** What a receiver got of one message, oldest first. */
function brought({ requests }: Pick<HttpsReceiver, 'requests'>, messageId: string): ReceivedRequest[] {
  return requests.filter(({ headers }) => headers['webhook-id'] === messageId);
}

/** Throws where the signature or its time is wrong. */
function verify(secret: string, request: ReceivedRequest | undefined): void {
  if (!request) throw new Error('Nothing was received.');
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}

/** The addresses of webhooks that the page asks from now on. */
function callsFor(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/webhooks')) asked.push(request.url());
  });
  return asked;
}
