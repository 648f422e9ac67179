import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LocalApiPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { KEY_IN_CLEAR, Refusal, signedIn } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld, keyOf } from './local-api-world.ts';

const CURL = `curl -H "Authorization: Bearer ${KEY_IN_CLEAR}" "http://127.0.0.1:4870/api/products?limit=5"`;

const world = perTest(installLocalApiWorld);

describe('the API keys', () => {
  it('state what a key is for while there are none', async () => {
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText(/^Nog geen sleutels. Met een sleutel leest/)).toBeDefined();
  });

  it('show name, beginning, days and last use, and highlight the one that has expired', async () => {
    world.bridge.keys = [
      keyOf({ id: 1, name: 'Webshop', lastUsedAt: '2026-11-21T10:30:00Z' }),
      keyOf({ id: 2, name: 'Oud', prefix: null, expiresAt: '2026-11-21T00:00:00+01:00' }),
      keyOf({ id: 3, name: 'Vandaag nog', expiresAt: '2026-11-22T00:00:00+01:00' }),
    ];
    await renderPage(<LocalApiPage />);
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

  it.each([
    [1, '1 sleutel'],
    [7, '7 sleutels'],
  ])('are counted', async (count, words) => {
    world.bridge.keys = Array.from({ length: count }, (_, index) => keyOf({ id: index, name: `Sleutel ${index}` }));
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('stand as a skeleton while they are read', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.bridge.on({ listApiKeys: () => promise.then(() => [keyOf({})]) });
    await renderPage(<LocalApiPage />);
    expect(await screen.findByRole('status', { name: 'Bezig met laden' })).toBeDefined();
    resolve();
    await keyRow('Webshop');
    expect(screen.queryByRole('status', { name: 'Bezig met laden' })).toBeNull();
  });

  it('state what failed and are read again when asked', async () => {
    world.bridge.on({ listApiKeys: throwing(new Refusal({ status: 500 })) });
    const { user } = await renderPage(<LocalApiPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Programma’s met een sleutel blijven werken.');
    world.bridge.on({ listApiKeys: () => [keyOf({})] });
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

  it('copies the key and the command, and confirms it', async () => {
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

  it('asks for a key of the platform where the shop is another one’s, and stores nothing of it', async () => {
    const carried = 'tdk_of-the-other-platform';
    world.bridge.session = signedIn('eva@demo.example', {}, { platform: 'https://till.example' });
    world.bridge.on({ readKeyNeeds: () => ({ platformKey: true }) });
    const { user, client } = await renderPage(<LocalApiPage />);
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

  it('asks for no key of another platform that needs none', async () => {
    world.bridge.session = signedIn('eva@demo.example', {}, { platform: 'https://till.example' });
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await screen.findByRole('dialog', { name: 'Sleutel Boekhouding is gemaakt' });
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: '2027-02-19', personalData: false }]);
  });

  it('asks for nothing until the platform can state what it needs', async () => {
    world.bridge.on({ readKeyNeeds: throwing(new Refusal({ code: 'unreachable' })) });
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('button', { name: 'Nieuwe sleutel' }));
    expect(await screen.findByText('Aan de sleutels die er zijn, verandert niets.')).toBeDefined();
    expect(screen.queryByLabelText('Naam')).toBeNull();

    world.bridge.on({ readKeyNeeds: () => ({ platformKey: false }) });
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByLabelText('Naam')).toBeDefined();
  });

  it('makes one without end where that is chosen', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding');
    await user.click(screen.getByLabelText('Geen einde'));
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    await screen.findByText(KEY_IN_CLEAR);
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: null, personalData: false }]);
  });

  it('makes one that names people only where that is ticked', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.click(screen.getByLabelText('Ook namen en adressen van klanten'));
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await keyRow('Boekhouding');
    expect(callsOf('createApiKey')).toMatchObject([{ personalData: true }]);
  });

  it('takes a last day, offered 90 days ahead', async () => {
    const { user } = await renderPage(<LocalApiPage />);
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

  it('makes none while what is typed is no day', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    const day = await chooseLastDay(user, '31-11-2026');
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    expect(errorUnder(day)).toBe('Deze dag bestaat niet');
    expect(callsOf('createApiKey')).toEqual([]);
  });

  it('states that a day is over, and leaves the refusal to the host', async () => {
    world.bridge.on({ createApiKey: throwing(new Refusal({ code: 'invalid' })) });
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    const day = await chooseLastDay(user, '20-11-2026');
    expect(errorUnder(day)).toBe('Deze dag is al voorbij.');
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/deze naam of einddatum kan niet/);
    expect(callsOf('createApiKey')).toEqual([{ name: 'Boekhouding', expiresOn: '2026-11-20', personalData: false }]);
  });

  it('leaves the key on sight until its button or its cross is used', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    await screen.findByText(KEY_IN_CLEAR);
    await user.keyboard('{Escape}');
    expect(screen.getByText(KEY_IN_CLEAR)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Sluiten' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [new Refusal({ code: 'invalid' }), /deze naam of einddatum kan niet/],
    [new Refusal({ code: 'unreachable' }), /op dit moment geen antwoord/],
  ])('states why none was made and keeps what was typed', async (refusal, words) => {
    world.bridge.on({ createApiKey: throwing(refusal) });
    const { user } = await renderPage(<LocalApiPage />);
    await openForm(user);
    await user.type(screen.getByLabelText('Naam'), 'Boekhouding{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect((screen.getByLabelText('Naam') as HTMLInputElement).value).toBe('Boekhouding');
  });

  it('is not given up while the key is being made', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.bridge.on({
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

/** Fills in the form up to the last day, and answers its field. */
async function chooseLastDay(user: User, text: string): Promise<HTMLElement> {
  await user.type(screen.getByLabelText('Naam'), 'Boekhouding');
  await user.click(screen.getByLabelText('Tot en met een dag'));
  const day = screen.getByLabelText('Laatste dag');
  await retype(user, day, text);
  await user.tab();
  return day;
}

function errorUnder(field: HTMLElement): string | null | undefined {
  return field.closest('.mantine-TextInput-root')?.querySelector('.mantine-TextInput-error')?.textContent;
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
