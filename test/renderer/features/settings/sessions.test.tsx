import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PersonalSettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../support/render-page.tsx';
import { installSettingsWorld } from './settings-world.ts';

const token = (is_current: boolean) => ({
  kind: 'token',
  name: null,
  created_at: '2026-11-21T11:40:00+01:00',
  last_used_at: null,
  expires_at: '2026-11-21T12:10:00+01:00',
  is_current,
});
const webhook = {
  id: 7,
  url: 'https://thief.example/hook',
  description: '',
  created_at: '2026-11-21T11:45:00+01:00',
  status: 'active',
};
const key = { ...token(false), kind: 'api_key', name: 'Webshop', expires_at: null };
let sessions: object[];
/** Bodies of the calls that end something. */
let sent: unknown[];
const world = openPerTest(installSettingsWorld);

beforeEach(() => {
  sessions = [token(false), token(true), key];
  world.host.answer('/api/sessions', () => {
    const count = sessions.length;
    return { body: { count, total: count, data: sessions, webhooks: [webhook] } };
  });
  world.host.answer('/api/sessions/end-others', () => {
    sessions = [token(true)];
    return { body: { tokens: 1, api_keys: 0 } };
  });
  sent = [];
  const answering = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address === '/api/sessions/end-others') sent.push(init.body);
    return answering(address, init);
  });
});

const END = 'Alle andere beëindigen';

describe('the sign-ins of a user', () => {
  it('are shown including the one of this window; keys stay in their own list', async () => {
    await renderPage(<PersonalSettingsPage />);
    const table = await screen.findByRole('table', { name: /^Aanmeldingen van/ });
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    expect(within(table).getByRole('cell', { name: 'Webhook naar https://thief.example/hook' })).toBeDefined();
    expect(within(table).getByRole('cell', { name: 'Dit venster' })).toBeDefined();
    expect(within(table).getAllByRole('cell', { name: '21-11-2026 12:10' })).toHaveLength(1);
    expect(within(table).queryByText('Webshop')).toBeNull();
  });

  it('end all but this one after a confirmation, and the focus returns', async () => {
    const { user } = await renderPage(<PersonalSettingsPage />);
    const table = await screen.findByRole('table', { name: /^Aanmeldingen van/ });
    await user.click(screen.getByRole('button', { name: END }));
    const dialog = screen.getByRole('dialog', { name: 'Alle andere aanmeldingen beëindigen?' });
    expect(dialog.textContent).toContain('Laat het dan eerst wijzigen');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ook alle API-sleutels intrekken' }));
    await user.click(within(dialog).getByRole('checkbox', { name: /^Ook alle webhooks uitschakelen/ }));
    await user.click(within(dialog).getByRole('button', { name: END }));
    expect(await screen.findByText('1 aanmelding is beëindigd.')).toHaveProperty('role', 'status');
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3));
    expect(sent).toEqual(['{"api_keys":true,"webhooks":true}']);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: END })));
  });
});
