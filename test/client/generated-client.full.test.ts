import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { startDemoService } from '../support/fixture-service.ts';

const FROM = '2026-11-09';

const TO = '2026-11-14';

let service: Awaited<ReturnType<typeof startDemoService>>;

beforeAll(async () => {
  expectInstalledPackage();
  service = await startDemoService();
  await generateTypes((await service.send('GET', '/openapi.json')).text);
});

afterAll(() => service?.stop());

describe('a client generated from /openapi.json', () => {
  it('compiles and reads products, prices and orders of the demo shop', async () => {
    expect(await compile('tsconfig.json')).toEqual([]);
    const seen = JSON.parse(await runProgram('read-demo-shop.js', [`http://127.0.0.1:${service.port}`, FROM, TO]));
    expect(seen).toEqual(await readWithoutClient());
  });

  it('refuses parameters and members that do not exist, before anything runs', async () => {
    const found = (await compile('tsconfig.misuses.json'))
      .map((line) => /^misuses\.ts\((\d+),\d+\): error (TS\d+)/.exec(line))
      .flatMap((match) => (match === null ? [] : [`${match[1]} ${match[2]}`]));
    expect(found).toEqual(announcedMisuses());
    expect(found.length).toBeGreaterThan(5);
  });
});

/** What the program of the package should have seen, read by the contract itself. */
async function readWithoutClient(): Promise<unknown> {
  const { token } = service;
  const products = await service.read(listProducts, { token, query: { priced: true, sort: 'sku', limit: 5 } });
  const productIds = products.data.map(({ id }) => id);
  const prices = await service.read(listProductPrices, { token, query: { product_ids: productIds.join() } });
  const query = { from: FROM, to: TO, status: 'complete,refunded', include: 'items,payments', limit: 3 };
  const orders = await service.read(listOrders, { token, query });
  const refusal = await service.refusal('GET', '/api/orders?from=yesterday', { token });
  return {
    skus: products.data.map(({ sku }) => sku),
    productIds,
    salePrices: prices.data.filter((row) => row.is_sale_price).map((row) => [row.product_id, row.ppu_wt]),
    orders: orders.data.map(({ id, value_wt, items = [] }) => ({ id, value_wt, items: items.length })),
    orderTotal: orders.total,
    itemSum: orders.data[0]?.items?.reduce((sum, item) => sum + item.value_wt, 0),
    refusal: refusal.message,
  };
}

/** Line and code of every misuse that the package's file announces. */
function announcedMisuses(): string[] {
  const file = new URL('../generated-client/misuses.ts', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      const code = /\/\/ (TS\d+)$/.exec(line)?.[1];
      return code === undefined ? [] : [`${at + 1} ${code}`];
    });
}

const folder = fileURLToPath(new URL('../generated-client', import.meta.url));

const installed = (...below: string[]) => join(folder, 'node_modules', ...below);

const made = (name: string) => join(folder, 'dist', name);

const TYPESCRIPT = installed('typescript', 'bin', 'tsc');

const GENERATOR = installed('openapi-typescript', 'bin', 'cli.js');

/** Throws one sentence where the packages of the folder are not there. */
function expectInstalledPackage(): void {
  if (existsSync(installed())) return;
  throw new Error('The packages of test/generated-client are missing: `npm run test:full` installs them.');
}

/** Writes the types of an OpenAPI document to where the programs of the package import them from. */
async function generateTypes(document: string): Promise<void> {
  mkdirSync(made('.'), { recursive: true });
  writeFileSync(made('openapi.json'), document);
  const { status, errors } = await runScript(GENERATOR, [made('openapi.json'), '-o', made('openapi.d.ts')]);
  if (status !== 0) throw new Error(errors);
}

/** The errors of the compiler for one project of the package, one per line; empty without errors. */
async function compile(project: string): Promise<string[]> {
  const { output } = await runScript(TYPESCRIPT, ['-p', join(folder, project), '--pretty', 'false']);
  return output.split('\n').filter((line) => line !== '');
}

/** Runs a compiled program of the package and answers what it printed. */
async function runProgram(name: string, args: readonly string[]): Promise<string> {
  const { status, output, errors } = await runScript(made(name), args);
  if (status !== 0) throw new Error(errors);
  return output;
}

interface Ended {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

async function runScript(script: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status, output, errors };
}
