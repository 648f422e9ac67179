import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CONNECT_TASKS, createConnectText, TOOL_KINDS } from '../../../../renderer/features/local-api/connect-texts.ts';
import { ConnectPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { ABOUT, KEY_IN_CLEAR } from '../../app/support/fake-bridge.ts';
import { listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld } from './local-api-world.ts';

const world = openPerTest(installLocalApiWorld);

const TEXT_FACTS = {
  ...{
    apiAddress: ABOUT.apiAddress,
    projectFolder: ABOUT.projectFolder,
    dataFolder: ABOUT.dataFolder,
    productIds: '1204,1207',
  },
  lastMonth: { from: '2026-10-01', to: '2026-10-31' },
};

const PLACEHOLDERS = { ...TEXT_FACTS, productIds: 'HIER-DE-NUMMERS' };

describe('connecting a tool', () => {
  it.each([
    ['Excel', 'Prijslijst', 'excel', 'prices'],
    ['Python', 'Omzet per omzetgroep, vorige maand', 'python', 'report'],
    ['curl', 'Prijslijst', 'curl', 'prices'],
  ] as const)('shows the text for %s: %s', async (name, task, tool, id) => {
    world.host.answer('/api/products', () => listOf([{ id: 1204 }, { id: 1207 }]));
    const { user } = await renderPage(<ConnectPage />);
    await choose(user, name);
    await choose(user, task);
    const facts = { ...TEXT_FACTS, key: 'HIER-UW-SLEUTEL' };
    expect(await textOf(`${task} met ${name}`)).toBe(createConnectText(tool, id, facts));
  });

  it.each([
    ['Via adres', 'mcpAddress'],
    ['Via opdracht', 'mcpCommand'],
  ] as const)('shows the settings for an assistant: %s', async (name, tool) => {
    const { user } = await renderPage(<ConnectPage />);
    await choose(user, name);
    const facts = { ...TEXT_FACTS, key: 'HIER-UW-SLEUTEL' };
    expect(await textOf('Instelling van Assistent')).toBe(createConnectText(tool, 'prices', facts));
    expect(screen.queryByRole('radio', { name: 'Prijslijst' })).toBeNull();
  });

  it('offers no command if the program was installed without one', async () => {
    world.bridge.on({ readAbout: () => ({ ...ABOUT, projectFolder: null }) });
    const { user } = await renderPage(<ConnectPage />);
    await choose(user, 'Via opdracht');
    expect(await screen.findByText(/niet in een geïnstalleerd programma/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Sleutel maken voor/ })).toBeNull();
  });
});

describe('the query for Excel', () => {
  it('has three steps, the second of which copies it, and is collapsed', async () => {
    const { user } = await renderPage(<ConnectPage />);
    const written = installClipboard('works');
    await user.click(await screen.findByRole('button', { name: 'Query kopiëren' }));
    expect(written).toEqual([createConnectText('excel', 'prices', { ...PLACEHOLDERS, key: 'HIER-UW-SLEUTEL' })]);
    const [steps] = screen.getAllByRole('list');
    expect(Array.from(steps?.children ?? [], ({ textContent }) => textContent.slice(0, 23))).toEqual([
      'Sleutel maken voor Exce',
      'Query kopiërenGekopieer',
      'Plak de query in Excel:',
    ]);
    expect(screen.getByText('Toon de query').closest('details')?.open).toBe(false);
  });

  it('is expanded and selected if the clipboard refuses it', async () => {
    const { user } = await renderPage(<ConnectPage />);
    installClipboard('refuses');
    await user.click(await screen.findByRole('button', { name: 'Query kopiëren' }));
    expect(await screen.findByText(/De tekst is geselecteerd/)).toBeDefined();
    expect(screen.getByText('Toon de query').closest('details')?.open).toBe(true);
  });
});

describe('a key for a tool', () => {
  it('is asked for in a dialog if the platform needs a key of its own', async () => {
    world.bridge.on({ readKeyNeeds: () => ({ platformKey: true }) });
    const { user } = await renderPage(<ConnectPage />);
    await user.click(await screen.findByRole('button', { name: 'Sleutel maken voor Excel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Nieuwe API-sleutel' });
    expect(within(dialog).getByLabelText('Naam')).toHaveProperty('value', 'Excel');
    expect(callsOf('createApiKey')).toEqual([]);
  });

  it('is created there for ninety days without customer data, and goes into the text, which is copied whole', async () => {
    const { user } = await renderPage(<ConnectPage />);
    await connect(user, 'Python');
    expect(callsOf('createApiKey')).toEqual([{ name: 'Python', expiresOn: '2027-02-19', personalData: false }]);
    const copy = screen.getByRole('button', { name: 'Script kopiëren' });
    expect(document.activeElement).toBe(copy);
    const written = installClipboard('works');
    await user.click(copy);
    expect(written).toEqual([await textOf('Prijslijst met Python')]);
    expect(written[0]).toContain(`KEY = "${KEY_IN_CLEAR}"`);
    expect(screen.getByText(/^Sleutel Python staat in de tekst en is alleen nu te zien/)).toBeDefined();
  });

  it('stays only in the texts of its tool, and is removed when the user is done with it', async () => {
    const { user, client } = await renderPage(<ConnectPage />);
    await connect(user, 'Python');
    await choose(user, 'Omzet per omzetgroep, vorige maand');
    expect(await textOf('Omzet per omzetgroep, vorige maand met Python')).toContain(KEY_IN_CLEAR);
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

describe('the texts', () => {
  const facts = { ...TEXT_FACTS, key: KEY_IN_CLEAR };

  it.each(['prices', 'report'] as const)('for Power Query separate the address from path and query: %s', (task) => {
    const text = createConnectText('excel', task, facts) ?? '';
    expect(text).toContain('    Address = "http://127.0.0.1:4870",\n');
    expect(text).toContain(`    Key = "${KEY_IN_CLEAR}",\n`);
    expect(text).toMatch(/Web\.Contents\(\s+Address,\s+\[\s+RelativePath = (path|"api\/financial-report"),\s+Query = /);
    expect(text).toContain('Headers = [Authorization = "Bearer " & Key]');
    expect(unbalancedIn(text)).toEqual([]);
    expect(createConnectText('powerBi', task, facts)).toBe(text);
  });

  it('contain the key once for every tool', () => {
    for (const tool of Object.values(TOOL_KINDS).flat()) {
      for (const task of CONNECT_TASKS) {
        const text = createConnectText(tool, task, facts) ?? '';
        const commands = tool === 'curl' ? text.split('\n').length : 1;
        expect([tool, text.split(KEY_IN_CLEAR).length - 1]).toEqual([tool, commands]);
      }
    }
  });

  it('escape a Windows folder for JSON', () => {
    const text = createConnectText('mcpCommand', 'prices', { ...facts, projectFolder: 'C:\\Program Files\\tilldesk' });
    expect(JSON.parse(text ?? '').mcpServers.tilldesk.args).toContain('C:\\Program Files\\tilldesk');
  });
});

describe('the port of the API', () => {
  it('is in the address, with a link to change it', async () => {
    const { router, user } = await renderPage(<ConnectPage />);
    await user.click(await screen.findByText('Technische gegevens'));
    await user.click(await screen.findByRole('link', { name: 'Andere poort kiezen' }));
    expect(router.state.location.pathname).toBe('/settings/advanced');
  });
});

type User = Awaited<ReturnType<typeof renderPage>>['user'];

/** The first choice of the user. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ Python: 'Eigen programma', curl: 'Eigen programma' },
  ...{ 'Via adres': 'AI-assistent', 'Via opdracht': 'AI-assistent' },
};

async function choose(user: User, option: string) {
  const kind = KINDS[option];
  if (kind !== undefined) await user.click(await screen.findByRole('radio', { name: kind }));
  await user.click(await screen.findByRole('radio', { name: option }));
}

/** Chooses a tool and makes its key. */
async function connect(user: User, tool: string) {
  await choose(user, tool);
  await user.click(await screen.findByRole('button', { name: `Sleutel maken voor ${tool}` }));
  await screen.findByText(/staat in de tekst en is alleen nu te zien/);
}

/** The text, which is expanded first if it is collapsed. */
async function textOf(label: string): Promise<string> {
  screen
    .queryByText(/^Toon (de query|het script)$/)
    ?.closest('details')
    ?.setAttribute('open', '');
  const region = await screen.findByRole('region', { name: label });
  return within(region).getByText(/./, { selector: 'code' }).textContent;
}

function callsOf(name: string): unknown[] {
  return world.bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

/** Unbalanced brackets outside of texts, which an editor of M would report first. */
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
