import type { Row } from './harness/measure-row.ts';
import { CATALOG_ROWS } from './rows/catalog.ts';
import { EXPORT_ROWS } from './rows/exports.ts';
import { FIRST_START_ROWS } from './rows/first-start.ts';
import { DELAY_ROWS } from './rows/me-during.ts';
import { PAGING_ROWS } from './rows/paging.ts';
import { REPORT_ROWS } from './rows/report.ts';
import { start } from './rows/start.ts';
import { WINDOW_ROWS } from './rows/window.ts';

/** Every row, in the order of the table. */
export const BENCH_ROWS: readonly Row[] = [
  ...CATALOG_ROWS,
  ...REPORT_ROWS,
  ...EXPORT_ROWS,
  start,
  ...FIRST_START_ROWS,
  ...DELAY_ROWS,
  ...PAGING_ROWS,
  ...WINDOW_ROWS,
];
