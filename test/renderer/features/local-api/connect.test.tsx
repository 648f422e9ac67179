import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CONNECT_TASKS, CONNECT_TOOLS, connectText } from '../../../../renderer/features/local-api/connect-texts.ts';
import { LocalApiPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { ABOUT, KEY_IN_CLEAR, Refusal, signedIn } from '../../app/support/fake-bridge.ts';
import { listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld, keyOf, requestOf } from './local-api-world.ts';

const world = perTest(installLocalApiWorld);

const TEXT_FACTS = {
  ...{
    apiAddress: ABOUT.apiAddress,
    projectFolder: ABOUT.projectFolder,
    dataFolder: ABOUT.dataFolder,
    productIds: '1204,1207',
  },
  lastMonth: { from: '2026-10-01', to: '2026-10-31' },
};

describe('connecting a tool', () => {
  it.each([
    ['Excel', 'Prijslijst', 'excel', 'prices'],
    ['Excel', 'Financieel rapport van vorige maand', 'excel', 'report'],
    ['Power BI', 'Prijslijst', 'powerBi', 'prices'],
    ['Python', 'Financieel rapport van vorige maand', 'python', 'report'],
    ['JavaScript', 'Prijslijst', 'javascript', 'prices'],
    ['curl', 'Prijslijst', 'curl', 'prices'],
  ] as const)('shows the text for %s: %s', async (name, task, tool, id) => {
    world.host.answer('/api/products', () => listOf([{ id: 1204 }, { id: 1207 }]));
    const { user } = await renderPage(<LocalApiPage />);
    await choose(user, name);
    await choose(user, task);
    const facts = { ...TEXT_FACTS, key: 'HIER-UW-SLEUTEL' };
    expect(await textOf(`${task} met ${name}`)).toBe(connectText(tool, id, facts));
  });

  it.each([
    ['Assistent via adres', 'mcpAddress'],
    ['Assistent via opdracht', 'mcpCommand'],
  ] as const)('shows the settings for an assistant: %s', async (name, tool) => {
    const { user } = await renderPage(<LocalApiPage />);
    await choose(user, name);
    const facts = { ...TEXT_FACTS, key: 'HIER-UW-SLEUTEL' };
    expect(await textOf('Instelling van Assistent')).toBe(connectText(tool, 'prices', facts));
    expect(screen.queryByRole('radio', { name: 'Prijslijst' })).toBeNull();
  });

  it('offers no command where the program was installed without one', async () => {
    world.bridge.on({ readAbout: () => ({ ...ABOUT, projectFolder: null }) });
    const { user } = await renderPage(<LocalApiPage />);
    await choose(user, 'Assistent via opdracht');
    expect(await screen.findByText(/niet in een geïnstalleerd programma/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Sleutel maken voor/ })).toBeNull();
  });

  it('asks the reader for numbers of products where the shop has none', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await choose(user, 'curl');
    expect(await textOf('Prijslijst met curl')).toContain('?product_ids=HIER-DE-NUMMERS&limit=500"');
  });

  it('speaks English, in the text too', async () => {
    const { user } = await renderPage(<LocalApiPage />, { language: 'en' });
    await choose(user, 'Python');
    expect(await textOf('Price list with Python')).toContain('KEY = "YOUR-KEY-HERE"');
  });

  it('shows nothing to paste while the address of the API is not known', async () => {
    world.bridge.on({ readAbout: throwing(new Refusal({ code: 'unreachable' })) });
    await renderPage(<LocalApiPage />);
    expect((await screen.findAllByRole('button', { name: 'Opnieuw proberen' })).length).toBe(1);
    expect(screen.queryByRole('button', { name: /^Kopiëren: Prijslijst/ })).toBeNull();
  });
});

describe('a key for a tool', () => {
  it('is made there for ninety days without customer data, and goes into the text, which is copied whole', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await connect(user, 'Python');
    expect(callsOf('createApiKey')).toEqual([{ name: 'Python', expiresOn: '2027-02-19', personalData: false }]);
    const copy = screen.getByRole('button', { name: 'Kopiëren: Prijslijst met Python' });
    expect(document.activeElement).toBe(copy);
    const written = installClipboard('works');
    await user.click(copy);
    expect(written).toEqual([await textOf('Prijslijst met Python')]);
    expect(written[0]).toContain(`KEY = "${KEY_IN_CLEAR}"`);
    expect(screen.getByText(/^De sleutel is alleen nu te zien/)).toBeDefined();
  });

  it('names people only where that is ticked', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await choose(user, 'Power BI');
    await user.click(await screen.findByRole('button', { name: 'Sleutel maken voor Power BI' }));
    await user.click(await screen.findByRole('checkbox', { name: /Ook namen en adressen van klanten/ }));
    await user.click(screen.getByRole('button', { name: 'Sleutel maken' }));
    await screen.findByText(/^De sleutel is alleen nu te zien/);
    expect(callsOf('createApiKey')).toMatchObject([{ name: 'Power BI', personalData: true }]);
  });

  it('has a name that no other key has', async () => {
    world.bridge.keys = [keyOf({ id: 1, name: 'Excel' }), keyOf({ id: 2, name: 'Excel 2' })];
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByRole('cell', { name: 'Excel 2' });
    expect(screen.queryByRole('radio', { name: 'Excel' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stappen tonen' }));
    await connect(user, 'Excel');
    expect(callsOf('createApiKey')).toMatchObject([{ name: 'Excel 3' }]);
  });

  it('carries a key of the platform where the shop is another one’s', async () => {
    world.bridge.session = signedIn('eva@demo.example', {}, { platform: 'https://till.example' });
    world.bridge.on({ readKeyNeeds: () => ({ platformKey: true }) });
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel maken voor Excel' }));
    await user.type(await screen.findByLabelText('Uw API-sleutel op till.example'), 'tdk_there{Enter}');
    await screen.findByText(/^De sleutel is alleen nu te zien/);
    expect(callsOf('createApiKey')).toMatchObject([{ name: 'Excel', platformKey: 'tdk_there' }]);
  });

  it('states why none was made, in the dialog', async () => {
    world.bridge.on({ createApiKey: throwing(new Refusal({ code: 'unreachable' })) });
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel maken voor Excel' }));
    await user.click(await screen.findByRole('button', { name: 'Sleutel maken' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/op dit moment geen antwoord/);
    expect(await textOf('Prijslijst met Excel')).toContain('HIER-UW-SLEUTEL');
  });

  it('stays in the texts of its tool alone, and is gone once the user is done with it', async () => {
    const { user, client } = await renderPage(<LocalApiPage />);
    await connect(user, 'Python');
    await choose(user, 'Financieel rapport van vorige maand');
    expect(await textOf('Financieel rapport van vorige maand met Python')).toContain(KEY_IN_CLEAR);
    await choose(user, 'curl');
    expect(document.body.innerHTML).not.toContain(KEY_IN_CLEAR);
    await choose(user, 'Python');
    expect(document.body.innerHTML).toContain(KEY_IN_CLEAR);
    await user.click(screen.getByRole('button', { name: 'Klaar, sleutel verbergen' }));
    expect(document.body.innerHTML).not.toContain(KEY_IN_CLEAR);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sleutel maken voor Python' }));
    const held = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()].map(({ state }) => state);
    await waitFor(() => expect(JSON.stringify(held)).not.toContain(KEY_IN_CLEAR));
  });
});

describe('the first call with a key that was made there', () => {
  it('is awaited, and reported with its time, path and status', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = await renderPage(<LocalApiPage />);
    await connect(user, 'Excel');
    expect(await screen.findByText('Wacht op het eerste verzoek van Excel …')).toBeDefined();
    world.bridge.requests = [requestOf(1, { apiKey: 'Excel', at: '2026-11-21T14:02:33+01:00', path: '/api/products' })];
    const line = 'Excel is gekoppeld: om 14:02 kwam GET /api/products, status 200.';
    expect(await screen.findByText(line, {}, { timeout: 4_000 })).toBeDefined();
  });

  it('is awaited no longer once the user is done or the page is left', async () => {
    const { user, client, unmount } = await renderPage(<LocalApiPage />);
    const watchers = () =>
      client
        .getQueryCache()
        .findAll({ queryKey: ['first-call'] })
        .map((query) => query.getObserversCount());
    await connect(user, 'Excel');
    await waitFor(() => expect(watchers()).toEqual([1]));
    await user.click(screen.getByRole('button', { name: 'Klaar, sleutel verbergen' }));
    expect(watchers()).toEqual([0]);
    await connect(user, 'curl');
    await waitFor(() => expect(watchers()).toEqual([0, 1]));
    unmount();
    expect(watchers()).toEqual([0, 0]);
  });
});

describe('the texts', () => {
  const facts = { ...TEXT_FACTS, key: KEY_IN_CLEAR };

  it.each(['prices', 'report'] as const)('for Power Query keep the address apart from path and query: %s', (task) => {
    const text = connectText('excel', task, facts) ?? '';
    expect(text).toContain('    Address = "http://127.0.0.1:4870",\n');
    expect(text).toContain(`    Key = "${KEY_IN_CLEAR}",\n`);
    expect(text).toMatch(/Web\.Contents\(\s+Address,\s+\[\s+RelativePath = (path|"api\/financial-report"),\s+Query = /);
    expect(text).toContain('Headers = [Authorization = "Bearer " & Key]');
    expect(unbalancedIn(text)).toEqual([]);
    expect(connectText('powerBi', task, facts)).toBe(text);
  });

  it('give every tool the key once', () => {
    for (const tool of CONNECT_TOOLS) {
      for (const task of CONNECT_TASKS) {
        const text = connectText(tool, task, facts) ?? '';
        const commands = tool === 'curl' ? text.split('\n').length : 1;
        expect([tool, text.split(KEY_IN_CLEAR).length - 1]).toEqual([tool, commands]);
      }
    }
  });

  it('quote a folder of Windows as JSON has it', () => {
    const text = connectText('mcpCommand', 'prices', { ...facts, projectFolder: 'C:\\Program Files\\tilldesk' });
    expect(JSON.parse(text ?? '').mcpServers.tilldesk.args).toContain('C:\\Program Files\\tilldesk');
  });
});

describe('the port of the API', () => {
  it('is named, with the way to another one', async () => {
    const { router, user } = await renderPage(<LocalApiPage />);
    expect(await screen.findByText(/^Poort 4870\./)).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Poort wijzigen in Instellingen' }));
    expect(router.state.location.pathname).toBe('/settings');
  });

  it('is changed where the program is started, if it was given there', async () => {
    world.bridge.on({ readAbout: () => ({ ...ABOUT, isPortGiven: true }) });
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText(/De poort is bij het starten opgegeven/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Poort wijzigen in Instellingen' })).toBeNull();
  });
});

type User = Awaited<ReturnType<typeof renderPage>>['user'];

async function choose(user: User, option: string) {
  await user.click(await screen.findByRole('radio', { name: option }));
}

/** Chooses a tool and makes its key as the dialog offers it. */
async function connect(user: User, tool: string) {
  await choose(user, tool);
  await user.click(await screen.findByRole('button', { name: `Sleutel maken voor ${tool}` }));
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwe API-sleutel' });
  await user.click(await within(dialog).findByRole('button', { name: 'Sleutel maken' }));
  await screen.findByText(/^De sleutel is alleen nu te zien/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

async function textOf(label: string): Promise<string> {
  const region = await screen.findByRole('region', { name: label });
  return within(region).getByText(/./, { selector: 'code' }).textContent;
}

function callsOf(name: string): unknown[] {
  return world.bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

function throwing(error: Error): () => never {
  return () => {
    throw error;
  };
}

/** Brackets without their partner, texts left out; what an editor of M would complain of first. */
function unbalancedIn(text: string): string[] {
  const partners: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  const open: string[] = [];
  for (const sign of text.replace(/"[^"]*"/g, '').match(/[()[\]{}]/g) ?? []) {
    const partner = partners[sign];
    if (partner === undefined) open.push(sign);
    else if (open.pop() !== partner) return [sign];
  }
  return open;
}
