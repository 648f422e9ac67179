import type { AbuseSuite } from '../harness/suite.ts';
import { attackCsv } from './csv-attack.ts';
import { attackDemoCatalog } from './demo-catalog-attack.ts';
import { BREACHES } from './findings.ts';
import { hostileTables, hostileTexts } from './hostile-tables.ts';
import { attackNegatives } from './negative-attack.ts';
import { EXPORT_TABLES_SABOTAGES } from './sabotages.ts';
import { attackWorkbook } from './workbook-attack.ts';

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
  sabotages: EXPORT_TABLES_SABOTAGES,

  async run(run) {
    // Few tables of a hundredth would have each of the marks that a cell may begin with.
    const share = run.size === 'short' ? TABLES / 10 : run.scaled(TABLES);
    for (const table of hostileTables(run.seed, share)) await attackCsv(run, table);
    await attackWorkbook(run, hostileTexts(run.seed, run.size === 'short' ? TEXTS / 10 : run.scaled(TEXTS)));
    await attackNegatives(run);
    await attackDemoCatalog(run);
    run.tell('seed', String(run.seed));
  },
};
