import type { Locator, Page } from '@playwright/test';
import { DUTCH, type Words } from '../support/window-texts.ts';

/** The list of webhooks, with the dialogs that subscribe one. */
export function webhooksPage(page: Page, words: Words = DUTCH) {
  const { webhooks } = words;
  const form = page.getByRole('dialog', { name: webhooks.add });
  const made = page.getByRole('dialog', { name: webhooks.secret.created });
  return {
    addButton: page.getByRole('button', { name: webhooks.add }).first(),
    form,
    addressField: form.getByRole('textbox', { name: words.terms.address }),
    submitButton: form.getByRole('button', { name: webhooks.subscribe.submit }),
    /** The dialog that shows the secret once. */
    made,
    secret: made.locator('code'),
    doneButton: made.getByRole('button', { name: words.states.done }),
    nothing: page.getByText(webhooks.empty.title),
    linkTo: (address: string): Locator => page.getByRole('link', { name: address }),
  };
}

/** One webhook with its deliveries. */
export function webhookPage(page: Page, words: Words = DUTCH) {
  const { webhooks } = words;
  const ping = page.getByRole('dialog', { name: webhooks.deliveries.kind.ping });
  const question = page.getByRole('dialog', { name: webhooks.remove.title });
  const drawer = page.getByRole('complementary');
  return {
    pingButton: page.getByRole('button', { name: webhooks.ping.action }),
    ping,
    closePingButton: ping.getByRole('button', { name: words.states.close }).last(),
    deliveries: page.getByRole('grid', { name: webhooks.deliveries.table }).locator('tr[data-index]'),
    drawer,
    messageId: drawer.getByText(/^msg_/),
    rawButton: drawer.getByText(webhooks.delivery.raw),
    body: drawer.locator('pre').last(),
    commandFold: drawer.getByText(webhooks.delivery.curl),
    removeButton: page.getByRole('button', { name: words.views.remove }),
    question,
    confirmButton: question.getByRole('button', { name: words.views.remove }),
  };
}
