import type { SetUp } from './set-up.ts';

/** What one set-up came to; times in milliseconds. */
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
  /** What statements took inside of the database; null where nobody counts it. */
  readonly databaseMs: number | null;
}
