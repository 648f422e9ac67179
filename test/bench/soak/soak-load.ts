import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { addDays, dateAt } from '../../../shared/calendar.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { type ApiConnection, connectApi } from '../context/api-connection.ts';
import { callBridge } from '../context/browser-window.ts';
import type { ChildProcesses } from '../context/running-product.ts';

/** A kind of work that comes again and again, whether or not the one before has ended. It throws where it fails. */
export interface Work {
  readonly name: string;
  /** Times an hour. */
  readonly anHour: number;
  /** False for what is no single call: it is run and may not fail, but is not among the measured times. */
  readonly isCall: boolean;
  run(): Promise<unknown>;
}

const SECONDS_AN_HOUR = 3_600;

const perSecond = (times: number) => times * SECONDS_AN_HOUR;

const DAYS = 30;

/** Connections of the tools that read lists; each of the others has one. */
const SOCKETS = 6;

/** 50 calls a second of the tools of a PC, exports of two kinds, and a window in which somebody goes from page to page. */
export async function openLoad(
  processes: ChildProcesses,
  { address, key, page }: { readonly address: string; readonly key: string; readonly page: Page },
): Promise<{ readonly works: readonly Work[]; close(): Promise<void> }> {
  const lists = connectApi(address, key, SOCKETS);
  const assistant = await openAssistant(address, key);
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-soak-exports-'));
  return {
    works: [
      { name: 'assistant', anHour: perSecond(8), isCall: true, run: assistant.call },
      { name: 'orders delta', anHour: perSecond(6), isCall: true, run: deltaPulls(lists, '/api/orders/delta') },
      { name: 'products delta', anHour: perSecond(6), isCall: true, run: deltaPulls(lists, '/api/products/delta') },
      { name: 'price list', anHour: perSecond(15), isCall: true, run: priceListCalls(lists) },
      { name: 'lists and reports', anHour: perSecond(15), isCall: true, run: await listCalls(lists) },
      { name: 'export by command', anHour: 30, isCall: false, run: commandExports(processes, address, key, folder) },
      { name: 'export of the window', anHour: 60, isCall: false, run: windowExports(page) },
      { name: 'page of the window', anHour: 120, isCall: false, run: windowPages(page) },
    ],
    async close() {
      await assistant.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Answers the members of a list one after another, from the start again after the last. */
function inTurn<Member>(members: readonly Member[]): () => Member {
  let at = -1;
  return () => {
    at = (at + 1) % members.length;
    return members[at] as Member;
  };
}

const today = () => dateAt(Date.now());

const monthToToday = () => ({ from: addDays(today(), -DAYS), to: today() });

async function openAssistant(address: string, key: string) {
  const client = new Client({ name: 'soak', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', address), { requestInit }));
  const next = inTurn<() => readonly [string, Record<string, unknown>]>([
    () => ['search_products', { q: 'thee', limit: 20 }],
    () => ['list_orders', { from: today(), limit: 20 }],
    () => ['list_discounted_orders', { from: addDays(today(), -7), to: today() }],
    () => ['read_financial_report', monthToToday()],
    () => ['list_stock', { limit: 20 }],
    () => ['read_turnover_by_day', monthToToday()],
    () => ['explain_figure', { figure: 'revenue.total_turnover_wt', from: addDays(today(), -1), to: today() }],
    () => ['read_day_closing', { date: today() }],
    () => ['list_shops', {}],
  ]);
  return {
    async call() {
      const [name, given] = next()();
      const answer = await client.callTool({ name, arguments: given });
      if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer.content)}`);
    },
    close: () => client.close(),
  };
}

interface Delta {
  readonly next_cursor: string;
}

/** From a month ago to now, and then what changes. */
function deltaPulls(api: ApiConnection, path: string): () => Promise<void> {
  let cursor: string | null = null;
  return async () => {
    const since = `since=${addDays(today(), -DAYS)}T00:00:00Z`;
    const query: string = cursor === null ? since : `cursor=${encodeURIComponent(cursor)}`;
    const answer: Delta = JSON.parse(await api.read(`${path}?${query}`));
    cursor = answer.next_cursor;
  };
}

interface Listed {
  readonly total: number;
  readonly data: readonly { readonly id: number }[];
}

const PAGE = 200;

/** The join of a price list: a page of products, then their prices, and so on from the start. */
function priceListCalls(api: ApiConnection): () => Promise<void> {
  let start = 0;
  const asked: number[][] = [];
  return async () => {
    const ids = asked.shift();
    if (ids !== undefined) {
      await api.read(`/api/product-prices?product_ids=${ids.join()}&limit=500`);
      return;
    }
    const from = start;
    start += PAGE;
    const page: Listed = JSON.parse(await api.read(`/api/products?limit=${PAGE}&start=${from}`));
    if (start >= page.total) start = 0;
    // Pages beyond the end have none, where several were asked for at the same time.
    if (page.data.length > 0) asked.push(page.data.map(({ id }) => id));
  };
}

async function listCalls(api: ApiConnection): Promise<() => Promise<unknown>> {
  const orders: Listed = JSON.parse(await api.read(`/api/orders?from=${addDays(today(), -DAYS)}&limit=100`));
  const orderId = inTurn(orders.data.map(({ id }) => id));
  const next = inTurn<() => string>([
    () => '/api/me',
    () => `/api/orders?from=${today()}&limit=50`,
    () => `/api/orders/${orderId()}`,
    () => '/api/shops',
    () => `/api/orders?from=${addDays(today(), -DAYS)}&sort=-value_wt&limit=50`,
    () => `/api/financial-report?from=${today()}&to=${today()}`,
    () => '/api/products?q=thee&limit=50',
    () => `/api/discount-orders?from=${addDays(today(), -7)}&to=${today()}`,
    () => '/api/stock?limit=200',
    () => `/api/order-items?from=${addDays(today(), -7)}&limit=50`,
    () => `/api/reports/product-sales?from=${addDays(today(), -7)}&to=${today()}&limit=50`,
    () => '/api/customers?limit=50',
  ]);
  return () => api.read(next()());
}

/** The command of a night, each time in a process of its own. */
function commandExports(processes: ChildProcesses, address: string, key: string, folder: string) {
  const program = projectPath('dist', 'host', 'export.js');
  const next = inTurn<() => readonly string[]>([
    () => ['price-list', '--out', join(folder, 'prices.xlsx')],
    () => ['orders', '--from', addDays(today(), -7), '--to', today(), '--out', join(folder, 'orders.csv')],
    () => ['financial-report', '--from', addDays(today(), -7), '--to', today(), '--out', join(folder, 'report.pdf')],
  ]);
  return async () => {
    const args = [program, ...next()(), '--base-url', address, '--accept-unproven-service'];
    const child = processes.spawn(args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, TILLDESK_API_KEY: key },
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`the export ended with ${status}: ${said}`);
  };
}

function windowExports(page: Page): () => Promise<void> {
  const next = inTurn<Pick<ExportRequest, 'dataset' | 'format'>>([
    { dataset: 'price-list', format: 'xlsx' },
    { dataset: 'orders', format: 'csv' },
    { dataset: 'financial-report', format: 'pdf' },
    { dataset: 'discount-orders', format: 'xlsx' },
  ]);
  return async () => {
    const asked = next();
    const filters: Record<string, string> = asked.dataset === 'price-list' ? {} : monthToToday();
    const request = { ...asked, filters, language: 'nl' } as const;
    const file = await callBridge(page, 'exportDataset', { key: crypto.randomUUID(), request });
    if (file === null) throw new Error(`the export of ${asked.dataset} was cancelled`);
  };
}

/** Opens the next page as its link does, and waits until figures or rows are there. */
function windowPages(page: Page): () => Promise<void> {
  const next = inTurn([
    '/overview',
    '/orders',
    '/catalog',
    '/report',
    '/discounts',
    '/customers',
    '/product-sales',
    '/invoices',
  ]);
  return async () => {
    const path = next();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, path);
    const link = page.locator(`nav a[href$="${path}"][aria-current="page"]`);
    const heading = (await link.getAttribute('aria-label')) ?? path;
    await page.locator('main h1', { hasText: heading }).waitFor();
    await page.locator('main td:not(:empty)').first().waitFor();
    const failure = page.locator('main [role=alert]');
    if ((await failure.count()) > 0) throw new Error(`${path}: ${await failure.first().textContent()}`);
  };
}
