import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KeysPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { KEY_IN_CLEAR, signedIn } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld, keyOf } from './local-api-world.ts';

const CURL = `curl -H "Authorization: Bearer ${KEY_IN_CLEAR}" "http://127.0.0.1:4870/api/products?limit=5"`;

const world = openPerTest(installLocalApiWorld);

describe('the API keys', () => {
  it('show name, prefix, days and last use, and highlight the one that has expired', async () => {
    world.bridge.keys = [
      keyOf({ id: 1, name: 'Webshop', lastUsedAt: '2026-11-21T10:30:00Z' }),
      keyOf({ id: 2, name: 'Oud', prefix: null, expiresAt: '2026-11-21T00:00:00+01:00' }),
      keyOf({ id: 3, name: 'Vandaag nog', expiresAt: '2026-11-22T00:00:00+01:00' }),
    ];
    await renderPage(<KeysPage />);
    expect(cellsOf(await keyRow('Webshop'))).toEqual([
      'Webshop',
      'tdk_Ab3x…',
      'Ja',
      '20-11-2026',
      'Geen einde',
      '21-11-2026 11:30',
      'Intrekken',
    ]);
    expect(cellsOf(await keyRow('Oud'))[1]).toBe('Niet vastgelegd');
    expect(cellsOf(await keyRow('Oud'))[4]).toBe('20-11-2026Verlopen');
    expect(cellsOf(await keyRow('Vandaag nog'))[4]).toBe('21-11-2026');
    expect(cellsOf(await keyRow('Oud'))[5]).toBe('Nooit');
  });
});

describe('creating an API key', () => {
  it('asks for a name first and returns the focus when it is cancelled', async () => {
    const { user } = await renderPage(<KeysPage />);
    await openForm(user);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Naam')));
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    expect(screen.getByText('Vul een naam in.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Naam'));
    expect(screen.getByLabelText('Naam').getAttribute('aria-required')).toBe('true');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const opener = screen.getByRole('button', { name: 'Nieuwe sleutel' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(callsOf('createApiKey')).toEqual([]);
  });

  it('shows the key once, with a command that tries it, and forgets it when closed', async () => {
    const { user, client } = await renderPage(<KeysPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), '  Boekhouding {Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Sleutel Boekhouding is gemaakt' });
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: '2027-02-19', personalData: false }]);
    expect(within(dialog).getByText(KEY_IN_CLEAR).tagName).toBe('CODE');
    expect(within(dialog).getByText(CURL)).toBeDefined();
    expect(within(dialog).getByText(/Na sluiten is hij niet meer te tonen/)).toBeDefined();
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Sleutel kopiëren' }));

    await user.click(within(dialog).getByRole('button', { name: 'Klaar' }));
    await keyRow('Boekhouding');
    expect(document.body.innerHTML).not.toContain(KEY_IN_CLEAR);
    await waitFor(() => expect(held(client)).not.toContain(KEY_IN_CLEAR));
    await openForm(user);
    expect((screen.getByLabelText('Naam') as HTMLInputElement).value).toBe('');
  });

  it.each(['refuses', 'missing'] as const)('selects the key if the clipboard %s', async (kind) => {
    const { user } = await renderPage(<KeysPage />);
    installClipboard(kind);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Sleutel kopiëren' }));
    expect(await screen.findByText(/De tekst is geselecteerd: kopieer met Ctrl\+C/)).toBeDefined();
    expect(document.getSelection()?.toString()).toBe(KEY_IN_CLEAR);
  });

  it('asks for a key of the platform if the shop is on another one, and stores nothing of it', async () => {
    const carried = 'tdk_of-the-other-platform';
    world.bridge.session = signedIn('eva@demo.example', {}, { platform: 'https://till.example' });
    world.bridge.on({ readKeyNeeds: () => ({ platformKey: true }) });
    const { user, client } = await renderPage(<KeysPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    expect(screen.getByText('Vul de sleutel in die u daar hebt gemaakt.')).toBeDefined();
    expect(callsOf('createApiKey')).toEqual([]);

    const field = screen.getByLabelText('Uw API-sleutel op till.example');
    expect(field).toHaveProperty('type', 'password');
    await user.type(field, ` ${carried} {Enter}`);
    await screen.findByRole('dialog', { name: 'Sleutel Boekhouding is gemaakt' });
    expect(callsOf('createApiKey')).toEqual([
      { name: 'Boekhouding', expiresOn: '2027-02-19', personalData: false, platformKey: carried },
    ]);
    await user.click(screen.getByRole('button', { name: 'Klaar' }));
    await waitFor(() => expect(held(client)).not.toContain(carried));
  });

  it('creates a key that reads personal data only if that is ticked', async () => {
    const { user } = await renderPage(<KeysPage />);
    await openForm(user);
    await user.click(screen.getByLabelText('Ook namen en adressen van klanten'));
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await keyRow('Boekhouding');
    expect(callsOf('createApiKey')).toMatchObject([{ personalData: true }]);
  });

  it('accepts a last day, by default 90 days ahead', async () => {
    const { user } = await renderPage(<KeysPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding');
    await user.click(screen.getByLabelText('Tot en met een dag'));
    const day = screen.getByLabelText('Laatste dag') as HTMLInputElement;
    expect(day.value).toBe('19-02-2027');
    await retype(user, day, '31-12-2026');
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    await screen.findByText(KEY_IN_CLEAR);
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: '2026-12-31', personalData: false }]);
  });
});

type User = Awaited<ReturnType<typeof renderPage>>['user'];
type Client = Awaited<ReturnType<typeof renderPage>>['client'];

async function openForm(user: User) {
  await user.click(screen.getByRole('button', { name: 'Nieuwe sleutel' }));
  await screen.findByRole('dialog', { name: 'Nieuwe API-sleutel' });
}

async function retype(user: User, field: HTMLElement, text: string) {
  await user.clear(field);
  await user.type(field, text);
}

/** Everything that queries and mutations still hold. */
function held(client: Client): string {
  const queries = client.getQueryCache().getAll();
  const mutations = client.getMutationCache().getAll();
  return JSON.stringify([...queries, ...mutations].map(({ state }) => state));
}

function callsOf(name: string): unknown[] {
  return world.bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

async function keyRow(name: string): Promise<HTMLElement> {
  const found = (await screen.findByRole('cell', { name })).closest('tr');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
}

function cellsOf(line: HTMLElement): (string | null)[] {
  return [...line.querySelectorAll('td')].map((cell) => cell.textContent);
}
