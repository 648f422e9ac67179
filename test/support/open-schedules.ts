import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import type { Clock } from '../../electron/base/clock.ts';
import { compareFiles } from '../../electron/exports/compare-files.ts';
import type { Exporter } from '../../electron/exports/exporter.ts';
import { createMonthPackages } from '../../electron/exports/month-package.ts';
import { createScheduledFiles } from '../../electron/exports/schedules/scheduled-files.ts';
import { createScheduler, type SchedulerDeps } from '../../electron/exports/schedules/scheduler.ts';
import { createSchedules } from '../../electron/exports/schedules/schedules.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import { createExportsRepository } from '../../electron/store/accounts/exports-repository.ts';
import { createSchedulesRepository } from '../../electron/store/accounts/schedules-repository.ts';
import type { Store } from '../../electron/store/open-store.ts';
import type { CopyStatus } from '../../shared/contract/connection.ts';
import type { ScheduleForm } from '../../shared/contract/schedules.ts';
import { openFixturePlatform } from './fixture-platform.ts';
import { createPlainExporter } from './plain-exporter.ts';
import { CALLER } from './shop-fixture.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A month package on the first of the month at six o'clock. */
export const MONTHLY: Omit<ScheduleForm, 'folder'> = {
  name: 'Maandpakket',
  work: { kind: 'month', request: { locationId: null, format: 'csv', profile: 'excel', language: 'nl' } },
  timing: { every: 'month', on: 1, at: '06:00' },
  isPaused: false,
};

/** The orders of the day before, every morning. */
export const DAILY: Omit<ScheduleForm, 'folder'> = {
  name: 'Orders',
  work: {
    kind: 'dataset',
    request: { dataset: 'orders', filters: {}, format: 'csv', profile: 'excel', language: 'nl' },
    period: 'yesterday',
  },
  timing: { every: 'day', on: null, at: '06:00' },
  isPaused: false,
};

/** Ledger accounts for everything in the journal of the fixture shop. */
export const LEDGERS: Record<string, string> = Object.fromEntries(
  [
    ...['payment:payment_balance', 'payment:cash', 'payment:ideal', 'payment:pin', 'payment:returns'],
    ...['differences', 'receivables', 'revenue:8000', 'revenue:8010', 'revenue:8020'],
    ...['vat:205', 'vat:201', 'vat:202', 'gift_cards', 'tips', 'prepayments', 'daybook'],
  ].map((code) => [code, '1000']),
);

interface ProgramParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly platform: Platform;
  /** Replaces functions of the exporter. */
  readonly spoil?: (exporter: Exporter) => Partial<Exporter>;
  /** The program is killed just before the file is renamed to its final name, or just after. */
  readonly killed?: 'before' | 'after';
  /** Default: the status of a copy if `copyUntil` was called, otherwise none. */
  readonly readCopyStatus?: SchedulerDeps['readCopyStatus'];
}

/** Starts the scheduler of one run of the program. */
export function startScheduling({ store, clock, platform, spoil = () => ({}), killed, readCopyStatus }: ProgramParts) {
  const folder = createTemporaryFolder();
  let caller: Caller | null = CALLER.owner;
  let copiedUntil: string | null = null;
  const announced: string[] = [];
  const problems: string[] = [];
  const company = {
    ledgers: async () => LEDGERS,
    companyName: async () => 'De Linde',
  };
  const plain = createPlainExporter({ platform, clock, ...company });
  const exporter = { ...plain, ...spoil(plain) };
  const context = { platform, clock, ...company };
  const temporary = { temporaryFolder: join(folder, 'temporary') };
  const records = createSchedulesRepository(store.db, clock, (id) => problems.push(`damaged ${id}`));
  const months = createMonthPackages({ ...context, ...temporary, exporter });
  const files = createScheduledFiles({ ...context, ...temporary, exporter, months, work: { compare: compareFiles } });
  const scheduler = createScheduler({
    ...{ records: killed ? createKilledRecords(records) : records, clock },
    files: killed === 'before' ? { ...files, place: failAsKilled } : files,
    readCaller: async () => caller,
    readCopyStatus: readCopyStatus ?? (async () => (copiedUntil === null ? null : createCopyStatus(copiedUntil))),
    begin: () => ({ signal: new AbortController().signal, end: () => {} }),
    onFirstFile: (path) => announced.push(path),
    log: {
      error: (fields, message) => problems.push(`${message}: ${JSON.stringify(fields)}`),
      warn: () => {},
    },
  });
  onTestFinished(scheduler.stop);
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder);
  const schedules = createSchedules({ records, scheduler, files, dataFolder, clock });
  const history = createExportsRepository(store.db, clock, (id) => problems.push(`damaged ${id}`));
  return {
    ...{ schedules, scheduler, records, months, announced, problems, dataFolder },
    /** Makes the platform a copy that has its orders up to this time. */
    copyUntil(moment: string) {
      copiedUntil = moment;
    },
    signIn(user: Caller | null) {
      caller = user;
    },
    /** Makes what is due, and waits until it is finished. */
    async look(): Promise<void> {
      scheduler.wake();
      await scheduler.untilIdle();
    },
    /** Newest first. */
    readHistory: async (user: Caller = CALLER.owner) => history.list(user, { before: null, limit: 500 }),
    async lastRun(user: Caller = CALLER.owner) {
      const [schedule] = await schedules.list(user);
      if (!schedule?.lastRun) throw new Error('nothing has run yet');
      return schedule.lastRun;
    },
  };
}

function createCopyStatus(readAt: string): CopyStatus {
  return {
    ...{ state: 'waiting', problem: null, triesAgainAt: null, confirmedAt: readAt, bytes: 0 },
    streams: [{ name: 'orders', readBy: 'getOrder', refused: [], readAt, progress: null, problem: null }],
    coverage: {
      completeFrom: null,
      isWhole: true,
      areOlderKnown: true,
      unreadable: 0,
      unread: 0,
      done: 0,
      of: 0,
      months: [],
    },
    ...{ check: null, notes: [], unknown: [] },
  };
}

/** Simulates the kill: no result reaches the store. */
function createKilledRecords(records: ReturnType<typeof createSchedulesRepository>): typeof records {
  return { ...records, finish: failAsKilled, fail: async () => {} };
}

async function failAsKilled(): Promise<never> {
  throw new Error('the program was killed');
}

/** Opens the fixture shop at a time, with a schedule that writes into a new folder. */
export async function openScheduling(asked: Omit<ScheduleForm, 'folder'>, { now, user = CALLER.owner }: Opening) {
  const { store, clock, platform } = await openFixturePlatform({ now });
  onTestFinished(() => store.close());
  const program = startScheduling({ store, clock, platform });
  program.signIn(user);
  const folder = createTemporaryFolder();
  const form = { ...asked, folder };
  const { id, refusal } = (await program.schedules.save(user, null, form)) ?? { id: null, refusal: null };
  if (id === null) throw new Error(`the schedule was refused: ${JSON.stringify(refusal)}`);
  await program.scheduler.untilIdle();
  return {
    ...{ ...program, store, clock, platform, folder, form, id },
    listFiles: () => readdirSync(folder).sort(),
    /** Sets the clock without running the scheduler. */
    goTo: (moment: string) => clock.advance(Date.parse(moment) - clock.now()),
  };
}

interface Opening {
  readonly now: string;
  readonly user?: Caller;
}
