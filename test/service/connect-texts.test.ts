import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { createApiKeys } from '../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../electron/store/accounts/api-keys-repository.ts';
import {
  type ConnectTask,
  type ConnectTool,
  createConnectText,
} from '../../renderer/features/local-api/connect-texts.ts';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { readMe } from '../../shared/contract/auth.ts';
import { readFinancialReport } from '../../shared/contract/financial-report.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { listShops } from '../../shared/contract/shops.ts';
import { writeDiscoveryFile } from '../support/discovery-file.ts';
import { startDemoService } from '../support/fixture-service.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openPerFile } from '../support/test-scope.ts';
import { assertWholeReport } from '../support/whole-report.ts';

/** Runs the texts of the local API page unchanged. The test of the page checks that they are shown. */
const service = await openPerFile(startDemoService);
/** The id of the first account of a new store. */
const DEMO_ACCOUNT = 1;
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const PYTHON = await findPython();
const key = await makeKey();

describe('the text for curl', () => {
  it('reads a page of products and their prices', async () => {
    const { data: few } = await service.read(listProducts, { token: key, query: { limit: 3 } });
    const ids = few.map(({ id }) => id).join();
    const [products = '', prices = '', ...rest] = textOf('curl', 'prices', ids).split('\n');
    expect(rest).toEqual([]);
    const firstPage = await service.read(listProducts, { token: key, query: { start: 0, limit: 200 } });
    expect(JSON.parse(await runShell(products))).toEqual(firstPage);
    const ofFew = await service.read(listProductPrices, { token: key, query: { product_ids: ids, limit: 500 } });
    expect(ofFew.total).toBeGreaterThan(0);
    expect(JSON.parse(await runShell(prices))).toEqual(ofFew);
  });

  it('reads the financial report', async () => {
    const report = await service.read(readFinancialReport, { token: key, query: OCTOBER });
    expect(JSON.parse(await runShell(textOf('curl', 'report')))).toEqual(report);
  });
});

describe.each([
  ['javascript', 'tilldesk.mjs', process.execPath, null],
  ['python', 'tilldesk.py', PYTHON, 'no Python 3 is on this machine'],
] as const)('the text for %s', (tool, file, program, reason) => {
  const run = async (task: ConnectTask) => {
    const path = join(createTemporaryFolder(), file);
    writeFileSync(path, textOf(tool, task));
    return linesOf(await runProgram(program ?? '', [path]));
  };

  it('prints every product of all pages with its sale price', async ({ skip }) => {
    if (program === null) skip(reason ?? '');
    const products = await allProducts();
    expect(products.length).toBeGreaterThan(200);
    const printed = await run('prices');
    expect(printed.map(([sku, title]) => [sku, title])).toEqual(products.map(({ sku, title }) => [sku, title]));
    const last = products.slice(-100);
    const prices = await salePrices(last.map(({ id }) => id));
    const printedLast = printed.slice(-100).map(([, , price = '']) => (price === '' ? undefined : Number(price)));
    expect(printedLast).toEqual(last.map(({ id }) => prices.get(id)));
    expect(prices.size).toBeGreaterThan(50);
  });

  it('fails with the status and message of the API', async ({ skip }) => {
    if (program === null) skip(reason ?? '');
    const path = join(createTemporaryFolder(), file);
    writeFileSync(path, textOf(tool, 'report').replace(key, `${key}x`));
    await expect(runProgram(program ?? '', [path])).rejects.toThrow(/\b401 A valid bearer token is needed\./);
  });

  it('prints the turnover of last month', async ({ skip }) => {
    if (program === null) skip(reason ?? '');
    const [[from = '', to = ''] = [], ...lines] = await run('report');
    expect([from, to]).toEqual(monthBefore(new Date()));
    const report = assertWholeReport(await service.read(readFinancialReport, { token: key, query: { from, to } }));
    const { rows } = report.turnover_by_group;
    expect(lines.slice(0, rows.length).map(([, title, ex, wt]) => [title, Number(ex), Number(wt)])).toEqual(
      rows.map((row) => [row.title, row.total, row.total_wt]),
    );
    const { total_turnover: ex, total_turnover_wt: wt } = report.revenue;
    expect(lines[rows.length]?.slice(2).map(Number)).toEqual([ex, wt]);
    expect(lines.slice(rows.length + 1)).toEqual([]);
  });

  it('fails if the key is refused', async ({ skip }) => {
    if (program === null) skip(reason ?? '');
    const path = join(createTemporaryFolder(), file);
    writeFileSync(path, textOf(tool, 'prices').replace(key, `${key.slice(0, -1)}_`));
    await expect(runProgram(program ?? '', [path])).rejects.toThrow('401');
  });
});

describe('the settings for an assistant', () => {
  it('find the tools at their address', async () => {
    const { url, headers, type } = serverOf('mcpAddress');
    expect(type).toBe('http');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    expect(await shopsOf(client)).toEqual(await service.read(listShops, { token: key }));
    await client.close();
  });

  it('start a command from any folder of the assistant that reads this service', async () => {
    const dataFolder = createTemporaryFolder();
    writeDiscoveryFile(dataFolder, service.port);
    const { command, args, env } = serverOf('mcpCommand', dataFolder);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command, args, env, cwd: createTemporaryFolder(), stderr: 'ignore' }),
    );
    expect(await shopsOf(client)).toEqual(await service.read(listShops, { token: key }));
    await client.close();
  });
});

describe('docs/local-api.md', () => {
  const page = readFileSync(projectPath('docs', 'local-api.md'), 'utf8');
  const blocks = (language: string) =>
    [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) =>
      text.replaceAll('127.0.0.1:4870', `127.0.0.1:${service.port}`).replaceAll('tdk_…', key),
    );
  const calls = blocks('sh').filter((text) => text.includes('$TILLDESK_API_KEY') || text.includes('<<'));

  it('has an example for curl, Python, JavaScript and the next page', () => {
    expect(calls.map((text) => text.split(' ')[0])).toEqual(['curl', 'python3', 'node', 'curl']);
  });

  it.for(calls)('works unchanged: %s', async (text, { skip }) => {
    if (text.startsWith('python3') && PYTHON === null) skip('no Python 3 is on this machine');
    const printed = await runProgram('bash', ['-c', text], { TILLDESK_API_KEY: key });
    if (text.startsWith('curl')) expect(JSON.parse(printed).data.length).toBeGreaterThan(0);
    else expect(printed).toMatch(/^104 Linde & Loof Utrecht, kassa 1$/m);
  });

  it('has the same settings for assistants as the window, except for the folder', () => {
    const [byAddress, byCommand, ...rest] = blocks('json').map((text) => JSON.parse(text).mcpServers.tilldesk);
    expect(rest).toEqual([]);
    expect(byAddress).toEqual(serverOf('mcpAddress'));
    const { args, ...command } = serverOf('mcpCommand');
    const ownPort = args.indexOf('--');
    const places = (arg: string) => (arg === projectPath() ? '/path/to/tilldesk' : arg);
    expect(byCommand).toEqual({ ...command, args: args.slice(0, ownPort).map(places) });
  });
});

function textOf(tool: ConnectTool, task: ConnectTask, productIds = '', dataFolder = ''): string {
  const apiAddress = `http://127.0.0.1:${service.port}`;
  const facts = { apiAddress, key, productIds, lastMonth: OCTOBER, projectFolder: projectPath(), dataFolder };
  return createConnectText(tool, task, facts) ?? '';
}

function serverOf(tool: 'mcpAddress' | 'mcpCommand', dataFolder?: string) {
  return JSON.parse(textOf(tool, 'prices', '', dataFolder)).mcpServers.tilldesk;
}

async function makeKey(): Promise<string> {
  const { user } = await service.read(readMe, { token: service.token });
  const keys = createApiKeysRepository(service.store.db);
  const apiKeys = createApiKeys({ keys, platform: { identify: async () => null }, clock: service.clock });
  const terms = { name: 'Excel', expiresAt: null, personalData: false };
  return (await apiKeys.create({ accountId: DEMO_ACCOUNT, userId: user.id }, terms)).key;
}

async function shopsOf(client: Client): Promise<unknown> {
  return (await client.callTool({ name: 'list_shops', arguments: {} })).structuredContent;
}

async function allProducts() {
  const rows: { readonly id: number; readonly sku: string; readonly title: string }[] = [];
  for (;;) {
    const page = await service.read(listProducts, { token: key, query: { start: rows.length, limit: 200 } });
    rows.push(...page.data);
    if (rows.length >= page.total) return rows;
  }
}

async function salePrices(ids: readonly number[]): Promise<Map<number, number>> {
  const query = { product_ids: ids.join(), limit: 500 };
  const { data, total } = await service.read(listProductPrices, { token: key, query });
  expect(data.length).toBe(total);
  const sales = data.filter((row) => row.is_sale_price && row.from_qty === null);
  return new Map(sales.toReversed().map((row) => [row.product_id, row.ppu_wt]));
}

/** Uses the calendar of the machine that runs the script. */
function monthBefore(today: Date): string[] {
  const days = [
    new Date(today.getFullYear(), today.getMonth() - 1, 1),
    new Date(today.getFullYear(), today.getMonth(), 0),
  ];
  return days.map((day) => new Date(day.getTime() - day.getTimezoneOffset() * 60_000).toISOString().slice(0, 10));
}

function linesOf(printed: string): string[][] {
  return printed
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
}

/** Runs a command as if pasted into a terminal. */
function runShell(command: string): Promise<string> {
  return runProgram('bash', ['-c', `${command} --silent --show-error`]);
}

/** Without a proxy, since there is none between a PC and itself. */
async function runProgram(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, ...more, NO_PROXY: '*', no_proxy: '*', PYTHONUTF8: '1' };
  return (await promisify(execFile)(program, args, { env, maxBuffer: 16_000_000 })).stdout;
}

async function findPython(): Promise<string | null> {
  for (const name of ['python3', 'python']) {
    const isThere = await promisify(execFile)(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).then(
      () => true,
      () => false,
    );
    if (isThere) return name;
  }
  return null;
}
