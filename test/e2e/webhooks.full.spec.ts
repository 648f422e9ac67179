import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { changeLiveTill } from '../../shared/contract/window.ts';
import {
  type HttpsReceiver,
  type ReceivedRequest,
  type ReceiverReply,
  startHttpsReceiver,
} from '../support/https-receiver.ts';
import { webhookPage, webhooksPage } from './pages/webhooks-page.ts';
import { windowFrame } from './pages/window-frame.ts';
import { OWNER } from './support/api-reader.ts';
import { expectAccessibleInBothThemes } from './support/expect-accessible.ts';
import { test as base, useProduct } from './support/product-test.ts';
import { PRODUCT_START_MS } from './support/running-product.ts';
import { changeAtWindow } from './support/ui-entrance.ts';
import { DUTCH } from './support/window-texts.ts';

const { webhooks: words } = DUTCH;

const CA_FILE = 'receiver-ca.pem';

const TAKEN: ReceiverReply = { status: 200, text: 'taken' };

/** Its product may deliver to a receiver on this PC. */
const test = base.extend<object, { readonly receiver: HttpsReceiver }>({
  receiver: [
    async ({ browser: _ }, use) => {
      const receiver = await startHttpsReceiver({ answer: () => TAKEN });
      await use(receiver);
      await receiver.close();
    },
    { scope: 'worker' },
  ],
  product: [
    ({ receiver }, use) =>
      useProduct(use, async (dataFolder) => {
        await writeFile(join(dataFolder, CA_FILE), receiver.ca);
        const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32', ca: CA_FILE }];
        await writeFile(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
      }),
    { scope: 'worker', timeout: PRODUCT_START_MS },
  ],
});

test('a webhook is subscribed and tested, gets sales, and is removed', async ({ page, product, receiver, signIn }) => {
  const address = `https://127.0.0.1:${receiver.port}/hook`;
  await signIn(OWNER);
  await page.goto('/#/webhooks');
  await windowFrame(page).expectHeading(DUTCH.shell.webhooks);
  const secret = await subscribe(page, address);
  await webhooksPage(page).linkTo(address).click();
  await windowFrame(page).expectHeading(address);
  expect(await page.content()).not.toContain(secret);

  const webhook = webhookPage(page);
  await webhook.pingButton.click();
  await expect(webhook.ping.getByText(/antwoordde 200 in/)).toBeVisible();
  verify(secret, receiver.requests.at(-1));
  await expectAccessibleInBothThemes(page);
  await webhook.closePingButton.click();

  await changeAtWindow(product, changeLiveTill, { isSelling: true, perMinute: 120 });
  const { deliveries } = webhook;
  await expect(deliveries.nth(1)).toBeVisible();
  await changeAtWindow(product, changeLiveTill, { isSelling: false, perMinute: 120 });
  await expect(deliveries.first()).toContainText(words.deliveries.statusLabels.delivered);
  await deliveries.first().click();
  const messageId = await webhook.messageId.innerText();
  await webhook.rawButton.click();
  const sent = receiver.requests.find(({ headers }) => headers['webhook-id'] === messageId);
  await expect(webhook.body).toHaveText(sent?.body ?? '');
  verify(secret, sent);
  await webhook.commandFold.click();
  await expectAccessibleInBothThemes(page);

  await webhook.removeButton.click();
  await expect(webhook.question).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await webhook.confirmButton.click();
  await expect(webhooksPage(page).nothing).toBeVisible();
});

/** Returns the secret, which is shown once. */
async function subscribe(page: Page, address: string): Promise<string> {
  const { addButton, form, addressField, submitButton, made, secret: shown, doneButton } = webhooksPage(page);
  await addButton.click();
  await addressField.fill('https://10.0.0.1/');
  await submitButton.click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await addressField.fill(address);
  await submitButton.click();
  const secret = await shown.innerText();
  await expectAccessibleInBothThemes(page);
  await doneButton.click();
  await made.waitFor({ state: 'detached' });
  return secret;
}

/** Throws if the signature or its time is wrong. */
function verify(secret: string, request: ReceivedRequest | undefined): void {
  if (!request) throw new Error('Nothing was received.');
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}
