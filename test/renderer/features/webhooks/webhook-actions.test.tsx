import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../shared/contract/webhook-records.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderApp } from '../../app/support/render-app.tsx';
import { attemptOf, DISABLED, deliveryOf, installWebhooksWorld, webhookOf } from './webhooks-world.ts';

const SECRET = 'whsec_YW5vdGhlciBvbmUgZm9yIHRoZSBzYW1lIHdlYmhvb2s=';
const PING = 'POST /api/webhooks/3/ping';

const world = openPerTest(installWebhooksWorld);

beforeEach(() => {
  world.webhooks = [webhookOf()];
});

describe('a test message', () => {
  it.each<[string, Partial<Delivery['attempts'][number]>, RegExp]>([
    ['taken', { answer: 'ok' }, /Aangekomen: de ontvanger antwoordde 204 in 84 ms.*ok/],
    ['refused', { status: 500, answer: '<b>no</b>' }, /antwoordde 500 in 84 ms.*<b>no<\/b>/],
    ['kept in', { status: null, failure: 'address_refused' }, /de naam heeft geen openbaar adres/],
  ])('says immediately that it is %s', async (_outcome, attempt, words) => {
    world.answer(PING, () => ({ body: ping(attempt) }));
    const { dialog } = await clickAction('Testbericht sturen', 'Testbericht');
    await waitFor(() => expect(dialog.textContent).toMatch(words));
  });
});

describe('a new secret', () => {
  it('is explained first, shown once, and forgotten when closed', async () => {
    world.answer('POST /api/webhooks/3/rotate-secret', () => ({
      body: { id: 3, secret: SECRET, old_secret_until: '2026-11-22T12:00:00+01:00' },
    }));
    const { user, dialog } = await clickAction('Nieuwe sleutel', 'Nieuwe ondertekeningssleutel maken?');
    expect(dialog.textContent).toContain('24 uur lang gelden beide sleutels');
    await user.click(within(dialog).getByRole('button', { name: 'Sleutel maken' }));
    const shown = await screen.findByRole('dialog', { name: 'Nieuwe ondertekeningssleutel' });
    expect(within(shown).getByText(SECRET)).toBeDefined();
    expect(shown.textContent).toContain('vóór 22-11-2026 12:00: tot dan geldt de vorige ook');
    await user.click(within(shown).getByRole('button', { name: 'Klaar' }));
    expect(document.body.innerHTML).not.toContain(SECRET);
  });
});

describe('a disabled webhook', () => {
  beforeEach(() => {
    world.webhooks = [webhookOf(DISABLED)];
  });

  it('says since when and why, and can be enabled again', async () => {
    world.answer('POST /api/webhooks/3/enable', () => {
      world.webhooks = [webhookOf()];
      return { body: webhookOf() };
    });
    const { user } = await open();
    expect(
      await screen.findByText(/^Uitgeschakeld sinds 20-11-2026 09:30: de ontvanger heeft zich afgemeld\./),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Weer inschakelen' }));
    expect(await screen.findByText(/^De webhook is weer ingeschakeld\./)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Weer inschakelen' })).toBeNull());
  });
});

describe('editing a webhook', () => {
  it('starts with the current values, and sends all of them', async () => {
    const changed = { url: 'https://new.example/hook', events: ['order.updated' as const], description: 'Boekhouder' };
    world.answer('POST /api/webhooks/3', () => {
      world.webhooks = [webhookOf(changed)];
      return { body: webhookOf(changed) };
    });
    const { user, dialog } = await clickAction('Wijzigen', 'Webhook wijzigen');
    const address = within(dialog).getByRole('textbox', { name: 'Adres' });
    expect(address).toHaveProperty('value', webhookOf().url);
    await user.clear(address);
    await user.type(address, changed.url);
    await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('De webhook is gewijzigd.')).toBeDefined();
    expect(world.asked.find(({ call }) => call === 'POST /api/webhooks/3')?.body).toEqual(changed);
    expect(await screen.findByRole('heading', { name: changed.url })).toBeDefined();
  });
});

describe('a paused webhook', () => {
  const PAUSED = { ...DISABLED, disabled_reason: 'paused' as const };

  it('says so without an alarm, and can be resumed', async () => {
    world.answer('POST /api/webhooks/3/pause', () => {
      world.webhooks = [webhookOf(PAUSED)];
      return { body: webhookOf(PAUSED) };
    });
    world.answer('POST /api/webhooks/3/enable', () => {
      world.webhooks = [webhookOf()];
      return { body: webhookOf() };
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Pauzeren' }));
    expect(await screen.findByText('Gepauzeerd sinds 20-11-2026 09:30')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Webhooks, 1 uitgeschakeld' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hervatten' }));
    expect(await screen.findByRole('button', { name: 'Pauzeren' })).toBeDefined();
  });
});

describe('removing a webhook', () => {
  it('says what is lost and returns to the list', async () => {
    world.webhooks = [webhookOf({ pending: 2 })];
    world.answer('DELETE /api/webhooks/3', () => {
      world.webhooks = [];
      return { status: 204 };
    });
    const { user, dialog } = await clickAction('Verwijderen', 'Webhook verwijderen?');
    expect(dialog.textContent).toContain('2 wachtende bezorgingen gaan verloren.');
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Annuleren' })));
    await user.click(within(dialog).getByRole('button', { name: 'Verwijderen' }));
    await waitFor(() => expect(window.location.hash).toBe('#/webhooks'));
    expect(await screen.findByText(/tilldesk is verwijderd\.$/)).toBeDefined();
    expect(await screen.findByText('Nog geen webhooks')).toBeDefined();
  });
});

function open() {
  return renderApp(world.bridge, '/webhooks/3');
}

async function clickAction(action: string, title: string) {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: action }));
  return { user, dialog: await screen.findByRole('dialog', { name: title }) };
}

function ping(attempt: Partial<Delivery['attempts'][number]>): Delivery {
  return deliveryOf({ kind: 'ping', event_count: 0, attempts: [attemptOf(attempt)] });
}
