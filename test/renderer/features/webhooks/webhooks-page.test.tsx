import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Webhook } from '../../../../shared/contract/webhook-records.ts';
import { renderApp } from '../../app/support/render-app.tsx';
import { DISABLED, installWebhooksWorld, refusal, type WebhooksWorld, webhookOf } from './webhooks-world.ts';

const SECRET = 'whsec_c2hvd24gb25jZSBhbmQgbmV2ZXIgYWdhaW4h';

let world: WebhooksWorld;

beforeEach(() => {
  world = installWebhooksWorld();
});

describe('the list of webhooks', () => {
  it('shows address, events, description, health, pending deliveries and the last success', async () => {
    world.webhooks = [webhookOf({ events: ['product.updated', 'order.updated'], pending: 1204 })];
    await open();
    expect(await cellsOf(/boekhouder/)).toEqual([
      'https://hooks.boekhouder.example/tilldesk',
      'Orders, Artikelen',
      'Boekhouder',
      'Actief',
      '1.204',
      '20-11-2026 14:05',
    ]);
    expect(screen.getByText('1 webhook')).toBeDefined();
  });

  const unwell: [Partial<Webhook>, string][] = [
    [{ failing_since: '2026-11-20T08:00:00+01:00' }, 'Mislukt sinds 20-11-2026 08:00'],
    [DISABLED, 'Uitgeschakeld: de ontvanger heeft zich afgemeld'],
  ];
  it.each(unwell)('says what is wrong with %o', async (webhook, words) => {
    world.webhooks = [webhookOf({ ...webhook, last_success_at: null })];
    await open();
    const cells = await cellsOf(/boekhouder/);
    expect(cells[3]).toBe(words);
    expect(cells[5]).toBe('Nog nooit');
  });
});

describe('the webhooks page and roles', () => {
  it.each(['/webhooks', '/webhooks/3'])(
    'shows staff only a sentence at %s, and sends no requests about webhooks',
    async (path) => {
      world = installWebhooksWorld(['staff']);
      await renderApp(world.bridge, path);
      expect(await screen.findByText('Alleen eigenaren en boekhouders kunnen webhooks beheren.')).toBeDefined();
      // Shops are read for the header of a printed sheet.
      expect(world.asked.filter(({ call }) => call !== 'GET /api/shops')).toEqual([]);
    },
  );

  it('can be used by accountants', async () => {
    world = installWebhooksWorld(['accountant']);
    world.webhooks = [webhookOf()];
    await open();
    await cellsOf(/boekhouder/);
  });
});

describe('subscribing', () => {
  it('asks for an address and an event before it calls, and moves to the first that is missing', async () => {
    const { user, dialog } = await openForm();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Orders' }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'Artikelen' }));
    await user.click(within(dialog).getByRole('button', { name: 'Toevoegen' }));
    expect(within(dialog).getByText('Vul een adres in.')).toBeDefined();
    expect(within(dialog).getByText('Kies minstens één soort wijziging.')).toBeDefined();
    const address = within(dialog).getByLabelText('Adres');
    expect(address.getAttribute('aria-required')).toBe('true');
    expect(document.activeElement).toBe(address);
    await user.type(address, 'https://hooks.example/in{Enter}');
    expect(document.activeElement).toBe(within(dialog).getByRole('checkbox', { name: 'Orders' }));
    expect(callsOf('POST /api/webhooks')).toEqual([]);
  });

  it('shows the secret once, with what to do with it, and forgets it when closed', async () => {
    world.answer('POST /api/webhooks', ({ body }) => {
      const webhook = webhookOf(body as Partial<Webhook>);
      world.webhooks = [webhook];
      return { status: 201, body: { ...webhook, secret: SECRET } };
    });
    const { user, dialog, client } = await openForm();
    await user.type(within(dialog).getByLabelText('Adres'), ' https://hooks.example/in ');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Artikelen' }));
    await user.type(within(dialog).getByLabelText('Omschrijving'), 'Webshop{Enter}');
    const shown = await screen.findByRole('dialog', { name: 'Webhook is toegevoegd' });
    expect(callsOf('POST /api/webhooks')).toEqual([
      { url: 'https://hooks.example/in', events: ['order.updated'], description: 'Webshop' },
    ]);
    expect(within(shown).getByText(SECRET).tagName).toBe('CODE');
    expect(within(shown).getByText(/Na sluiten is hij niet meer te tonen/)).toBeDefined();
    expect(within(shown).getByText(/Zet deze sleutel in het systeem van de ontvanger/)).toBeDefined();
    const copy = within(shown).getByRole('button', { name: 'Ondertekeningssleutel kopiëren' });
    expect(document.activeElement).toBe(copy);
    await user.keyboard('{Escape}');
    expect(screen.getByText(SECRET)).toBeDefined();

    await user.click(within(shown).getByRole('button', { name: 'Klaar' }));
    await cellsOf(/hooks.example/);
    expect(document.body.innerHTML).not.toContain(SECRET);
    await waitFor(() => expect(held(client)).not.toContain(SECRET));
  });

  it('shows the error of the API at the address until that is changed', async () => {
    world.answer('POST /api/webhooks', () => refusal(400, 'url: 10.0.0.1 is not a public address.'));
    const { user, dialog } = await openForm();
    const field = within(dialog).getByLabelText('Adres');
    await user.type(field, 'https://10.0.0.1/');
    await user.click(within(dialog).getByRole('button', { name: 'Toevoegen' }));
    const reason = await within(dialog).findByText('url: 10.0.0.1 is not a public address.');
    expect(reason.lang).toBe('en');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect((field as HTMLInputElement).value).toBe('https://10.0.0.1/');
    await user.type(field, '2');
    await waitFor(() => expect(within(dialog).queryByText(/not a public address/)).toBeNull());
  });

  it('sends the same key on every retry, so that nothing is subscribed twice', async () => {
    world.answer('POST /api/webhooks', () => refusal(503, 'no'));
    const { user, dialog } = await openForm();
    await user.type(within(dialog).getByLabelText('Adres'), 'https://hooks.example/{Enter}');
    await within(dialog).findByRole('alert');
    await user.click(within(dialog).getByRole('button', { name: 'Toevoegen' }));
    await waitFor(() => expect(keysSent()).toHaveLength(2));
    expect(keysSent()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keysSent()).size).toBe(1);
    await user.type(within(dialog).getByLabelText('Adres'), 'in{Enter}');
    await waitFor(() => expect(keysSent()).toHaveLength(3));
    expect(new Set(keysSent()).size).toBe(2);
  });
});

function open() {
  return renderApp(world.bridge, '/webhooks');
}

async function openForm() {
  const { user, client } = await open();
  const [button] = await screen.findAllByRole('button', { name: 'Webhook toevoegen' });
  await user.click(button ?? document.body);
  const dialog = await screen.findByRole('dialog', { name: 'Webhook toevoegen' });
  return { user, client, dialog };
}

async function cellsOf(address: RegExp): Promise<string[]> {
  const row = (await screen.findByRole('link', { name: address })).closest('tr');
  return [...(row?.cells ?? [])].map((cell) => cell.textContent);
}

function callsOf(call: string): unknown[] {
  return world.asked.filter((one) => one.call === call).map(({ body }) => body);
}

function keysSent(): (string | null)[] {
  return world.asked
    .filter(({ call }) => call === 'POST /api/webhooks')
    .map(({ headers }) => headers.get('idempotency-key'));
}

/** Everything that queries and mutations still hold. */
function held(client: Awaited<ReturnType<typeof open>>['client']): string {
  const queries = client.getQueryCache().getAll();
  const mutations = client.getMutationCache().getAll();
  return JSON.stringify([...queries, ...mutations].map(({ state }) => state));
}
