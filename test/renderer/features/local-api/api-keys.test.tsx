import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalApiPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { type FakeBridge, KEY_IN_CLEAR, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld, keyOf } from './local-api-world.ts';

const CURL = `curl -H "Authorization: Bearer ${KEY_IN_CLEAR}" "http://127.0.0.1:4870/api/products?limit=5"`;

let bridge: FakeBridge;

beforeEach(() => {
  ({ bridge } = installLocalApiWorld());
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the API keys', () => {
  it('say what a key is for while there are none', async () => {
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText(/^Nog geen sleutels. Met een sleutel leest/)).toBeDefined();
  });

  it('show name, days and last use, and mark the one that has expired', async () => {
    bridge.keys = [
      keyOf({ id: 1, name: 'Webshop', lastUsedAt: '2026-11-21T10:30:00Z' }),
      keyOf({ id: 2, name: 'Oud', expiresAt: '2026-11-21T00:00:00+01:00' }),
      keyOf({ id: 3, name: 'Vandaag nog', expiresAt: '2026-11-22T00:00:00+01:00' }),
    ];
    await renderPage(<LocalApiPage />);
    expect(cellsOf(await keyRow('Webshop'))).toEqual([
      'Webshop',
      'vr 20 nov 2026',
      'Geen einde',
      '21-11-2026 11:30',
      'Intrekken',
    ]);
    expect(cellsOf(await keyRow('Oud'))[2]).toBe('vr 20 nov 2026Verlopen');
    expect(cellsOf(await keyRow('Vandaag nog'))[2]).toBe('za 21 nov 2026');
    expect(cellsOf(await keyRow('Oud'))[3]).toBe('Nooit');
  });

  it('stand as a skeleton while they are read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bridge.on({ listApiKeys: () => promise.then(() => [keyOf({})]) });
    await renderPage(<LocalApiPage />);
    expect(await screen.findByRole('status', { name: 'Bezig met laden' })).toBeDefined();
    resolve();
    await keyRow('Webshop');
    expect(screen.queryByRole('status', { name: 'Bezig met laden' })).toBeNull();
  });

  it('say what failed and are read again when asked', async () => {
    bridge.on({ listApiKeys: throwing(new Refusal({ status: 500 })) });
    const { user } = await renderPage(<LocalApiPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Programma’s met een sleutel blijven werken.');
    bridge.on({ listApiKeys: () => [keyOf({})] });
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await keyRow('Webshop');
  });
});

describe('making an API key', () => {
  it('asks for a name first and gives the focus back when it is given up', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Naam')));
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    expect(screen.getByText('Vul een naam in.')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    const opener = screen.getByRole('button', { name: 'Nieuwe sleutel' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(callsOf('createApiKey')).toEqual([]);
  });

  it('shows the key once, with a command that tries it, and forgets it when closed', async () => {
    const { user, client } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), '  Boekhouding {Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Sleutel Boekhouding is gemaakt' });
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: null }]);
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

  it('copies the key and the command, and says so', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    const written = installClipboard('works');
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Sleutel kopiëren' }));
    expect(await screen.findByText('Gekopieerd')).toHaveProperty('role', 'status');
    await user.click(screen.getByRole('button', { name: 'curl-opdracht kopiëren' }));
    expect(written).toEqual([KEY_IN_CLEAR, CURL]);
  });

  it.each(['refuses', 'missing'] as const)('selects the key where the clipboard %s', async (kind) => {
    const { user } = await renderPage(<LocalApiPage />);
    installClipboard(kind);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Sleutel kopiëren' }));
    expect(await screen.findByText(/De tekst is geselecteerd: kopieer met Ctrl\+C/)).toBeDefined();
    expect(document.getSelection()?.toString()).toBe(KEY_IN_CLEAR);
  });

  it('takes a last day, offered a year ahead', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding');
    await user.click(screen.getByLabelText('Tot en met een dag'));
    const day = screen.getByLabelText('Laatste dag') as HTMLInputElement;
    expect(day.value).toBe('21-11-2027');
    await retype(user, day, '31-12-2026');
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    await screen.findByText(KEY_IN_CLEAR);
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: '2026-12-31' }]);
  });

  it.each([
    ['20-11-2026', 'Deze dag is al voorbij.'],
    ['31-11-2026', 'Deze dag bestaat niet'],
  ])('makes none that would end on %s', async (typed, words) => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding');
    await user.click(screen.getByLabelText('Tot en met een dag'));
    const day = screen.getByLabelText('Laatste dag');
    await retype(user, day, `${typed}{Enter}`);
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    const error = day.closest('.mantine-TextInput-root')?.querySelector('.mantine-TextInput-error');
    expect(error?.textContent).toMatch(words);
    expect(callsOf('createApiKey')).toEqual([]);
  });

  it.each([
    [new Refusal({ code: 'invalid' }), /deze naam of einddatum kan niet/],
    [new Refusal({ code: 'unreachable' }), /geen antwoord van zijn eigen dienst/],
  ])('says why none was made and keeps what was typed', async (refusal, words) => {
    bridge.on({ createApiKey: throwing(refusal) });
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect((screen.getByLabelText('Naam') as HTMLInputElement).value).toBe('Boekhouding');
  });

  it('is not given up while the key is being made', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bridge.on({
      createApiKey: async ({ name }: { name: string }) => {
        await promise;
        return { record: keyOf({ name }), key: KEY_IN_CLEAR };
      },
    });
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}{Escape}');
    resolve();
    expect(await screen.findByText(KEY_IN_CLEAR)).toBeDefined();
  });
});

describe('revoking an API key', () => {
  beforeEach(() => {
    bridge.keys = [keyOf({ id: 4, name: 'Webshop' }), keyOf({ id: 5, name: 'Boekhouding' })];
  });

  it('says what stops working and does nothing when it is given up', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    const revoke = await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' });
    await user.click(revoke);
    const dialog = screen.getByRole('dialog', { name: 'Sleutel Webshop intrekken?' });
    expect(dialog.textContent).toContain('wordt vanaf de volgende aanvraag geweigerd');
    expect(dialog.textContent).toContain('De sleutel is nog nooit gebruikt.');
    await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }));
    await waitFor(() => expect(document.activeElement).toBe(revoke));
    expect(callsOf('revokeApiKey')).toEqual([]);
  });

  it('says when the key was last used by now', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    const revoke = await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' });
    bridge.keys = [keyOf({ id: 4, name: 'Webshop', lastUsedAt: '2026-11-21T11:59:00+01:00' })];
    await user.click(revoke);
    const words = 'Laatst gebruikt: 21-11-2026 11:59.';
    expect(await within(screen.getByRole('dialog')).findByText(words)).toBeDefined();
  });

  it('takes the key off the list and leaves the focus at the list', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' }));
    await user.click(screen.getByRole('button', { name: 'Intrekken' }));
    expect(await screen.findByText('Sleutel Webshop is ingetrokken.')).toHaveProperty('role', 'status');
    expect(screen.queryByRole('cell', { name: 'Webshop' })).toBeNull();
    expect(screen.getByRole('cell', { name: 'Boekhouding' })).toBeDefined();
    expect(callsOf('revokeApiKey')).toEqual([{ id: 4 }]);
    const title = screen.getByRole('heading', { name: 'API-sleutels' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  it.each([
    [new Refusal({ code: 'invalid' }), /Deze sleutel bestaat niet meer/],
    [new Refusal({ status: 500 }), /Er ging binnen Tilldesk iets mis/],
  ])('says that it failed', async (refusal, words) => {
    bridge.on({ revokeApiKey: throwing(refusal) });
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel Webshop intrekken' }));
    await user.click(screen.getByRole('button', { name: 'Intrekken' }));
    const dialog = screen.getByRole('dialog');
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(words);
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
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}

async function keyRow(name: string): Promise<HTMLElement> {
  const found = (await screen.findByRole('cell', { name })).closest('tr');
  if (!found) throw new Error(`${name} is in no row`);
  return found;
}

function cellsOf(line: HTMLElement): (string | null)[] {
  return [...line.querySelectorAll('td')].map((cell) => cell.textContent);
}
