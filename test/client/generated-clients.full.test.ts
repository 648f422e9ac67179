import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOrders } from '../../shared/contract/orders.ts';
import { listProductPrices } from '../../shared/contract/product-prices.ts';
import { listProducts } from '../../shared/contract/products.ts';
import { startDemoService } from '../support/fixture-service.ts';
import { describedBy } from './description-hash.ts';
import { runScript } from './run-script.ts';

const FROM = '2026-11-09';

const TO = '2026-11-14';

let service: Awaited<ReturnType<typeof startDemoService>>;

beforeAll(async () => {
  expectInstalledPackage();
  service = await startDemoService();
  mkdirSync(made('.'), { recursive: true });
  writeFileSync(made('openapi.json'), (await service.send('GET', '/openapi.json')).text);
});

afterAll(() => service?.stop());

describe('clients generated from /openapi.json', () => {
  it('include the types of the client package; -u of this test writes them', async () => {
    await generate(['openapi-typescript', 'bin', 'cli.js'], [made('openapi.json'), '-o', made('api.d.ts')]);
    const types = readFileSync(made('api.d.ts'), 'utf8');
    const document = readFileSync(made('openapi.json'), 'utf8');
    await expect(`${describedBy(document)}\n${types}`).toMatchFileSnapshot('../../clients/typescript/api.d.ts');
  });

  it('compile and read products, prices and orders of the demo shop', async () => {
    await generate(
      ['@hey-api', 'openapi-ts', 'bin', 'run.js'],
      ['-i', made('openapi.json'), '-o', made('hey-api'), '-s', '--no-log-file'],
    );
    await generate(['oazapfts', 'dist', 'cli.js'], [made('openapi.json'), made('oazapfts.ts')]);
    expect(await compile('tsconfig.json')).toEqual([]);
    const expected = await readWithoutClient();
    for (const name of ['read-with-package', 'read-with-hey-api', 'read-with-oazapfts']) {
      const printed = await runProgram(name, [`http://127.0.0.1:${service.port}`, FROM, TO]);
      expect.soft(JSON.parse(printed), name).toEqual(expected);
    }
  });

  it('refuse parameters and members that do not exist, before anything runs', async () => {
    const found = (await compile('tsconfig.misuses.json'))
      .map((line) => /^misuses\.ts\((\d+),\d+\): error (TS\d+)/.exec(line))
      .flatMap((match) => (match === null ? [] : [`${match[1]} ${match[2]}`]));
    expect(found).toEqual(announcedMisuses());
    expect(found.length).toBeGreaterThan(5);
  });
});

/** What the program of the package should have read, using the contract directly. */
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
  const file = new URL('../public-tools/misuses.ts', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      const code = /\/\/ (TS\d+)$/.exec(line)?.[1];
      return code === undefined ? [] : [`${at + 1} ${code}`];
    });
}

const folder = fileURLToPath(new URL('../public-tools', import.meta.url));

const installed = (...below: string[]) => join(folder, 'node_modules', ...below);

const made = (name: string) => join(folder, 'dist', name);

const TYPESCRIPT = installed('typescript', 'bin', 'tsc');

/** Throws one sentence if the packages of the folder are not installed. */
function expectInstalledPackage(): void {
  if (existsSync(installed())) return;
  throw new Error('The packages of test/public-tools are missing: `npm run test:full` installs them.');
}

/** Runs a generator of the package; `script` is relative to its node_modules. */
async function generate(script: readonly string[], args: readonly string[]): Promise<void> {
  const { status, output, errors } = await runScript(installed(...script), args, { cwd: folder });
  if (status !== 0) throw new Error(`${script[0]}: ${output}${errors}`);
}

/** The compiler errors for one project of the package, one per line; empty if there are none. */
async function compile(project: string): Promise<string[]> {
  const { output } = await runScript(TYPESCRIPT, ['-p', join(folder, project), '--pretty', 'false'], { cwd: folder });
  return output.split('\n').filter((line) => line !== '');
}

/** Runs a compiled program of the package and returns its output. */
async function runProgram(name: string, args: readonly string[]): Promise<string> {
  const { status, output, errors } = await runScript(
    made(join('programs', 'test', 'public-tools', `${name}.js`)),
    args,
  );
  if (status !== 0) throw new Error(errors);
  return output;
}
