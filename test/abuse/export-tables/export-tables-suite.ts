import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { createExporter } from '../../../electron/exports/exporter.ts';
import { makeModel } from '../../../electron/platform/demo/model.ts';
import { insertShop } from '../../../electron/platform/demo/open-demo-shops.ts';
import { LINDE_EN_LOOF } from '../../../electron/platform/demo/shop-profiles.ts';
import { createEmbeddedPlatform } from '../../../electron/platform/embedded/embedded-platform.ts';
import type { Platform } from '../../../electron/platform/platform.ts';
import { insertRows } from '../../../electron/store/insert-rows.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { EXPORT_TABLES_MUTANTS } from './mutants.ts';
import {
  attackCsv,
  attackNegatives,
  attackWorkbooks,
  BREACHES,
  beginsLikeFormula,
  parseTable,
  readingOf,
  textOf,
} from './table-attacks.ts';

const TABLES = 5_000;

const TEXTS = 5_000;

export const exportTablesSuite: AbuseSuite = {
  name: 'export-tables',
  title: 'hostile texts and refunds are exported and read by another program',
  counts: [
    { name: 'CSV files', least: 2 * TABLES },
    { name: 'texts in workbooks', least: TEXTS },
    { name: 'negative amounts', least: 150 },
    { name: 'SKUs of the demo shop that look like formulas', least: 4 },
  ],
  breaches: Object.values(BREACHES),
  mutants: EXPORT_TABLES_MUTANTS,

  async run(run) {
    // Few tables of a hundredth would have each of the characters that a cell may begin with.
    const some = (full: number) => (run.size === 'short' ? full / 10 : run.scaled(full));
    await attackCsv(run, some(TABLES));
    await attackWorkbooks(run, some(TEXTS));
    await attackNegatives(run);
    await attackDemoCatalog(run);
    run.tell('seed', String(run.seed));
  },
};

const NOW = '2026-11-21T12:00:00Z';

const { ids, accountName } = LINDE_EN_LOOF;

/** Exports the catalog of the demo shop for Excel: its SKUs are codes of suppliers too, some of which look like formulas. */
async function attackDemoCatalog(run: SuiteRun): Promise<void> {
  const model = makeModel(LINDE_EN_LOOF, run.seed);
  const skus = model.catalog.products.map(({ sku }) => sku);
  run.count('SKUs of the demo shop that look like formulas', skus.filter(beginsLikeFormula).length);
  const store = await openStore({ file: ':memory:' });
  try {
    await insertRows(store.db, 'accounts', [{ id: ids.account, name: accountName }]);
    await insertShop((table, rows) => insertRows(store.db, table, rows), model);
    const clock = createFixedClock(NOW);
    const platform = createEmbeddedPlatform({ db: store.db, clock, hasher: createPasswordHasher() });
    const cells = await readingOf(run, 'the catalog', () => exportedSkus(platform, run.folder));
    for (const [index, sku] of skus.entries()) {
      const cell = cells?.[index] ?? '';
      if (beginsLikeFormula(cell)) run.breach(BREACHES.formula, JSON.stringify(cell));
      if (textOf(cell, 'excel') !== sku) run.breach(BREACHES.changed, `${sku} is ${JSON.stringify(cell)}`);
    }
  } finally {
    await store.close();
  }
}

/** The cells of the SKU column as another library reads them, by the ids of their products. */
async function exportedSkus(platform: Platform, folder: string): Promise<string[]> {
  const exporter = createExporter({ platform, clock: createFixedClock(NOW), ledgers: async () => ({}) });
  const { path } = await exporter.run({
    request: { dataset: 'catalog', filters: {}, columns: ['sku', 'title'], format: 'csv', language: 'nl' },
    caller: {
      accountId: ids.account,
      userId: ids.users + 1,
      account: accountName,
      name: 'Marloes van der Linden',
      email: 'owner@demo.example',
      roles: ['owner'],
      lockedLocation: null,
    },
    targetPath: join(folder, 'catalog.csv'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return parseTable(await readFile(path), 'excel').map(([sku = '']) => sku);
}
