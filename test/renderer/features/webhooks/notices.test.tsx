import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../app/support/render-app.tsx';
import { DISABLED, installWebhooksWorld, type WebhooksWorld, webhookOf } from './webhooks-world.ts';

const ONE = 'De webhook naar Boekhouder is uitgeschakeld sinds 20-11-2026 09:30: de ontvanger heeft zich afgemeld.';

let world: WebhooksWorld;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  world = installWebhooksWorld();
  world.webhooks = [webhookOf(DISABLED)];
});

describe('the notice of a disabled webhook', () => {
  it('is on every page, and links to the webhook', async () => {
    const { user } = await open();
    expect(await screen.findByText(ONE)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Webhooks, 1 uitgeschakeld' })).toBeDefined();
    await user.click(within(banner()).getByRole('link', { name: 'Bekijken' }));
    await waitFor(() => expect(window.location.hash).toBe('#/webhooks/3'));
    expect(screen.getByText(ONE)).toBeDefined();
  });

  it('is dismissed only until the webhook is disabled again', async () => {
    const { user } = await open();
    await screen.findByText(ONE);
    await user.click(within(banner()).getByRole('button', { name: 'Sluiten' }));
    expect(screen.queryByText(ONE)).toBeNull();
    expect(screen.getByRole('link', { name: 'Webhooks, 1 uitgeschakeld' })).toBeDefined();
    world.webhooks = [webhookOf({ ...DISABLED, disabled_at: '2026-11-20T11:00:00+01:00' })];
    await passSeconds(60);
    expect(await screen.findByText(/uitgeschakeld sinds 20-11-2026 11:00/)).toBeDefined();
  });

  it('is neither shown to staff nor requested for them', async () => {
    world = installWebhooksWorld(['staff']);
    world.webhooks = [webhookOf(DISABLED)];
    await open();
    await screen.findByRole('link', { name: 'Lokale API' });
    expect(screen.queryByRole('link', { name: /^Webhooks/ })).toBeNull();
    await passSeconds(60);
    expect(timesListed()).toBe(0);
  });
});

function open() {
  return renderApp(world.bridge, '/catalog');
}

function timesListed(): number {
  return world.asked.filter(({ call }) => call === 'GET /api/webhooks').length;
}

function banner(): HTMLElement {
  return screen.getByRole('region', { name: 'Uitgeschakelde webhooks' });
}

async function passSeconds(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}
