import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '../../../shared/contract/bridge.ts';
import { OTHER_SESSION, SESSION_ID_HEADER } from '../../../shared/contract/window-headers.ts';
import { answerProducts, answerSmallCatalog, productsOf } from '../features/catalog/shop-catalog.ts';
import { type FakeHost, installFakeHost, listOf } from '../features/support/fake-host.ts';
import { type FakeBridge, installFakeBridge, signedIn } from './support/fake-bridge.ts';
import { renderApp } from './support/render-app.tsx';

let host: FakeHost;
let bridge: FakeBridge;
/** The session that each API call named, with the status that it got. */
let named: string[];

const sessionOf = (email: string, sessionId: string): SessionState => signedIn(email, {}, { sessionId });

/** Like the host: answers only the current session. */
function refuseOtherSessions(): void {
  const answer = fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const shown = new Headers(init.headers).get(SESSION_ID_HEADER);
    const isOther = bridge.session.kind === 'signed-in' && bridge.session.sessionId !== shown;
    named.push(`${shown} ${isOther ? 409 : 200}`);
    if (!isOther) return answer(address, init);
    return new Response('{}', { status: 409, headers: { [SESSION_ID_HEADER]: OTHER_SESSION } });
  });
}

beforeEach(() => {
  named = [];
  host = installFakeHost();
  bridge = installFakeBridge({ session: sessionOf('eva@demo.example', 'session-a') });
  answerSmallCatalog(host);
  host.answer('/api/shops', () => listOf([{ id: 4, title: 'Utrecht', type: 'pos', location_id: 2 }]));
  refuseOtherSessions();
});

const refresh = { name: 'Vernieuwen' };

describe('a window while another one changes who is signed in', () => {
  it('names the session that it shows with each call', async () => {
    await renderApp(bridge);
    await screen.findByText('SKU-1');
    expect(new Set(named)).toEqual(new Set(['session-a 200']));
  });

  it('shows nothing of the next user on the pages of the previous one, and then switches to them', async () => {
    const { user } = await renderApp(bridge, '/catalog?q=SKU');
    await screen.findByText('SKU-1');
    named.length = 0;
    bridge.session = sessionOf('kees@keten.example', 'session-b');
    host.answer('/api/products', answerProducts(productsOf(9)));
    await user.click(screen.getByRole('button', refresh));
    expect(await screen.findByText('Naam kees@keten.example')).toBeDefined();
    expect(screen.queryByText('Naam eva@demo.example')).toBeNull();
    expect(named).toContain('session-a 409');
    expect(named).not.toContain('session-a 200');
    await waitFor(() => expect(window.location.hash).toBe('#/overview'));
  });

  it('continues by itself if the same user has signed in again', async () => {
    const { user } = await renderApp(bridge, '/catalog?q=SKU');
    await screen.findByText('SKU-1');
    bridge.session = sessionOf('eva@demo.example', 'session-c');
    host.answer('/api/products', answerProducts(productsOf(9)));
    await user.click(screen.getByRole('button', refresh));
    expect(await screen.findByText('SKU-9')).toBeDefined();
    expect(window.location.hash).toBe('#/catalog?q=SKU');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
