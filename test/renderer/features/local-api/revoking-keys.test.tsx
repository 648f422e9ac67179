import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeysPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installLocalApiWorld, keyOf } from './local-api-world.ts';

const world = openPerTest(installLocalApiWorld);

describe('revoking an API key', () => {
  beforeEach(() => {
    world.bridge.keys = [keyOf({ id: 4, name: 'Webshop' }), keyOf({ id: 5, name: 'Boekhouding' })];
  });

  it('says what stops working, and does nothing if it is cancelled', async () => {
    const { user } = await renderPage(<KeysPage />);
    const revoke = await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' });
    await user.click(revoke);
    const dialog = screen.getByRole('dialog', { name: 'Sleutel Webshop intrekken?' });
    expect(dialog.textContent).toContain('wordt vanaf het volgende verzoek geweigerd');
    expect(dialog.textContent).toContain('De sleutel is nog nooit gebruikt.');
    await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }));
    await waitFor(() => expect(document.activeElement).toBe(revoke));
    expect(callsOf('revokeApiKey')).toEqual([]);
  });

  it('removes the key from the list and leaves the focus at the list', async () => {
    const { user } = await renderPage(<KeysPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' }));
    await user.click(screen.getByRole('button', { name: 'Intrekken' }));
    expect(await screen.findByText('Sleutel Webshop is ingetrokken.')).toHaveProperty('role', 'status');
    expect(screen.queryByRole('cell', { name: 'Webshop' })).toBeNull();
    expect(screen.getByRole('cell', { name: 'Boekhouding' })).toBeDefined();
    expect(callsOf('revokeApiKey')).toEqual([{ id: 4 }]);
    const title = screen.getByRole('heading', { name: 'Lokale API › Sleutels' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('says that the key is already gone, and closes with the focus at the list', async () => {
    world.bridge.on({
      revokeApiKey: () => {
        world.bridge.keys = [];
        throw new Refusal({ code: 'invalid' });
      },
    });
    const { user } = await renderPage(<KeysPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' }));
    await user.click(screen.getByRole('button', { name: 'Intrekken' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sleutel Webshop bestaat niet meer' });
    expect(within(dialog).getByRole('alert').textContent).toMatch(/^Deze sleutel is al ingetrokken/);
    expect(document.activeElement?.textContent).toBe('Sluiten');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const title = screen.getByRole('heading', { name: 'Lokale API › Sleutels' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it('says that it failed', async () => {
    world.bridge.on({ revokeApiKey: throwing(new Refusal({ status: 500 })) });
    const { user } = await renderPage(<KeysPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' }));
    await user.click(screen.getByRole('button', { name: 'Intrekken' }));
    const dialog = screen.getByRole('dialog');
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toMatch(/Er ging binnen Tilldesk iets mis/);
    expect(within(dialog).getByRole('button', { name: 'Intrekken' })).toBeDefined();
  });
});

function callsOf(name: string): unknown[] {
  return world.bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}
