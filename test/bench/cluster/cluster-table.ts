import { formatCells, formatNumber } from '../harness/format-table.ts';
import type { SetUp } from './cluster-options.ts';

/** The figures of one set-up; times in milliseconds. */
export interface MeasuredSetUp {
  readonly setUp: SetUp;
  readonly requests: number;
  readonly errors: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of all instances together. */
  readonly programCpuSeconds: number;
  /** Processor time of the database server; null where the database is part of the program. */
  readonly databaseCpuSeconds: number | null;
  /** What statements took inside of the database; null where it is not counted. */
  readonly databaseMs: number | null;
}

const HEADINGS = [
  ...['Database', 'Instances', 'Requests/s', 'p50 ms', 'p99 ms', 'Errors'],
  ...['CPU ms per request, program', 'CPU ms per request, database', 'Database ms per request'],
];

/** A row for each set-up, in Markdown. */
export function clusterTable(measured: readonly MeasuredSetUp[]): string {
  return formatCells([HEADINGS, ...measured.map(cellsOf)], new Set(HEADINGS.map((_, at) => at).slice(1)));
}

function cellsOf(measured: MeasuredSetUp): string[] {
  const { setUp, requests, errors, seconds, p50, p99 } = measured;
  const each = (total: number | null) => (total === null ? 'in the program' : formatNumber(total / requests));
  return [
    setUp.database,
    String(setUp.instances),
    formatNumber(requests / seconds),
    formatNumber(p50),
    formatNumber(p99),
    String(errors),
    each(measured.programCpuSeconds * 1000),
    each(measured.databaseCpuSeconds === null ? null : measured.databaseCpuSeconds * 1000),
    each(measured.databaseMs),
  ];
}
