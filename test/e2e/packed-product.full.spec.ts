import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { type PackedProduct, packedProblems, packProduct, runPacked } from './support/packed/pack-product.ts';
import { projectRoot, STORE_FILE } from './support/running-product.ts';

test.describe('the packed product', () => {
  let folder: string;
  let product: PackedProduct;

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tilldesk-packed-'));
    product = await packProduct(folder);
  });

  test.afterAll(async () => rm(folder, { recursive: true }));

  test('contains what was built, each file with its digest, and no source, secret or tool of ours', () => {
    expect(packedProblems(product.files)).toEqual([]);
    expect(product.files.length).toBeGreaterThan(20);
  });

  test('has every fuse flipped that lets others run code in its name', () => {
    // runAsNode, cookies, NODE_OPTIONS, --inspect, integrity of the archive, only the archive, snapshot, file:
    // unchanged.
    expect(product.fuses).toBe('01001100');
  });

  test('is known to Linux by the name of its desktop entry, which Electron reads in package.json', () => {
    const manifest = product.files.find(({ path }) => path === 'package.json');
    expect(JSON.parse(manifest?.text ?? '').desktopName).toBe('nl.tilldesk.app.desktop');
  });

  test('contains a preload script that is one file and requires only Electron', () => {
    const preloads = product.files.filter(({ path }) => path.startsWith('dist/preload/'));
    expect(preloads.map(({ path }) => path)).toEqual(['dist/preload/preload.cjs']);
    const asked = [...(preloads[0]?.text ?? '').matchAll(/require\(\s*["'`]([^"'`]+)["'`]\s*\)|\bimport\s*[("']/g)];
    expect(asked.map(([, name]) => name)).toEqual(['electron']);
  });

  test('updates the store of an older version, signs in, exports and quits with only its archive', async () => {
    const [data, file] = [join(folder, 'data'), join(folder, 'prices.csv')];
    await mkdir(data, { mode: 0o700 });
    const store = new DatabaseSync(join(data, STORE_FILE));
    store.exec(await readFile(join(projectRoot, 'test/store/migrations/older-versions/0024.sql'), 'utf8'));
    store.close();
    const { status, output } = await runPacked(product.archive, file, ['--port=0', `--data-dir=${data}`]);
    expect(status, output).toBe(0);
    // The header, and the products of the demo shop.
    expect((await readFile(file, 'utf8')).trimEnd().split('\r\n')).toHaveLength(2401);
  });
});
