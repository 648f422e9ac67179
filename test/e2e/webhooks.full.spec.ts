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
import { OWNER } from './support/api-reader.ts';
import { expectAccessibleInBothThemes } from './support/expect-accessible.ts';
import { expectHeading } from './support/page-steps.ts';
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

test('a webhook is subscribed, tested, brought what is sold, and removed', async ({
  page,
  product,
  receiver,
  signIn,
}) => {
  const address = `https://127.0.0.1:${receiver.port}/hook`;
  await signIn(OWNER);
  await page.goto('/#/webhooks');
  await expectHeading(page, DUTCH.shell.webhooks);
  const secret = await subscribe(page, address);
  await page.getByRole('link', { name: address }).click();
  await expectHeading(page, address);
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: words.ping.action }).click();
  const answer = page.getByRole('dialog', { name: words.deliveries.kind.ping });
  await expect(answer.getByText(/antwoordde 200 in/)).toBeVisible();
  verify(secret, receiver.requests.at(-1));
  await expectAccessibleInBothThemes(page);
  await answer.getByRole('button', { name: DUTCH.states.close }).last().click();

  await changeAtWindow(product, changeLiveTill, { isSelling: true, perMinute: 120 });
  const deliveries = page.getByRole('grid', { name: words.deliveries.table }).locator('tr[data-index]');
  await expect(deliveries.nth(1)).toBeVisible();
  await changeAtWindow(product, changeLiveTill, { isSelling: false, perMinute: 120 });
  await expect(deliveries.first()).toContainText(words.deliveries.statusLabels.delivered);
  await deliveries.first().click();
  const drawer = page.getByRole('complementary');
  const messageId = await drawer.getByText(/^msg_/).innerText();
  await drawer.getByText(words.delivery.raw).click();
  const sent = receiver.requests.find(({ headers }) => headers['webhook-id'] === messageId);
  await expect(drawer.locator('pre').last()).toHaveText(sent?.body ?? '');
  verify(secret, sent);
  await drawer.getByText(words.delivery.curl).click();
  await expectAccessibleInBothThemes(page);

  await page.getByRole('button', { name: DUTCH.views.remove }).click();
  const question = page.getByRole('dialog', { name: words.remove.title });
  await expect(question).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await question.getByRole('button', { name: DUTCH.views.remove }).click();
  await expect(page.getByText(words.empty.title)).toBeVisible();
});

/** Answers the secret, which is shown once. */
async function subscribe(page: Page, address: string): Promise<string> {
  await page.getByRole('button', { name: words.add }).first().click();
  const form = page.getByRole('dialog', { name: words.add });
  await form.getByRole('textbox', { name: DUTCH.terms.address }).fill('https://10.0.0.1/');
  await form.getByRole('button', { name: words.subscribe.submit }).click();
  await expect(form.getByRole('alert')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await form.getByRole('textbox', { name: DUTCH.terms.address }).fill(address);
  await form.getByRole('button', { name: words.subscribe.submit }).click();
  const shown = page.getByRole('dialog', { name: words.secret.created });
  const secret = await shown.locator('code').innerText();
  await expectAccessibleInBothThemes(page);
  await shown.getByRole('button', { name: DUTCH.states.done }).click();
  await shown.waitFor({ state: 'detached' });
  return secret;
}

/** Throws where the signature or its time is wrong. */
function verify(secret: string, request: ReceivedRequest | undefined): void {
  if (!request) throw new Error('Nothing was received.');
  new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}
