import type { Kysely } from 'kysely';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { rebuildTotals } from '../../../electron/store/totals/repair-totals.ts';
import { verifyTotals } from '../../../electron/store/totals/verify-totals.ts';
import { dateOfLocalDay } from '../../../shared/calendar.ts';
import { queryReport } from '../../support/report-sql.ts';
import type { Question } from '../questions/question.ts';
import type { WithService } from '../service/service-process.ts';
import { gatherDayLines, sumDayLines } from '../sql/day-lines.ts';
import type { Tally } from '../tally.ts';
import { changeOrders, type Mutation } from './change-orders.ts';
import { openReports, type Reports } from './open-reports.ts';
import { sumName } from './order-contributions.ts';
import { addToTotal, drawTotals, type TotalsMutation } from './totals-mutations.ts';

export interface MutationsProof {
  /** Data folder whose store `db` is; it is left changed. */
  readonly folder: string;
  readonly db: Kysely<StoreSchema>;
  /** Amounts of orders that are changed; fewer where the store has not enough months of shops. */
  readonly count: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly tell: (line: string) => void;
  readonly withService: WithService;
}

/**
 * Changes amounts by a cent, past everything that keeps the totals: `store:verify` is to name just those totals, and
 * in the reports just the checks that contain the amount are to fail.
 */
export async function proveMutations(proof: MutationsProof): Promise<void> {
  await proveTotals(proof);
  await proveOrders(proof);
}

/** Leaves the totals as they were. */
async function proveTotals({ folder, db, seed, tally, tell, withService }: MutationsProof): Promise<void> {
  const mutations = await drawTotals(db, seed);
  for (const mutation of mutations) await addToTotal(db, mutation, CENT);
  const raised = mutations.map(({ table, keys, column }) => [sumName(table, keys, column), -CENT]);
  tally.compare('totals that were changed themselves', await readFound(db), Object.fromEntries(raised));
  await withService(folder, async (port) => {
    const reports = await openReports(port);
    for (const mutation of mutations) await proveChangedTotal(tally, reports, mutation);
  });
  for (const mutation of mutations) await addToTotal(db, mutation, -CENT);
  tell(`${mutations.length} values of totals changed: verified, and their reports asked`);
}

/** Leaves the orders changed, and the totals equal to them. */
async function proveOrders(proof: MutationsProof): Promise<void> {
  const { folder, db, count, seed, tally, tell, withService } = proof;
  const mutations = await changeOrders(db, count, seed);
  tally.compare('totals after changes of orders', await readFound(db), expectedOf(mutations));
  tell(`${mutations.length} values of orders changed, of ${kindsIn(mutations)} kinds: verified`);
  await rebuildTotals(db);
  tally.compare('totals made anew', await readFound(db), {});
  await sumDayLines(db);
  await withService(folder, async (port) => {
    const reports = await openReports(port);
    for (const mutation of mutations) await proveReport(proof, reports, mutation);
  });
  tell('totals made anew: the report of the day of each change asked');
}

const CENT = 100;

/** What verify says, by the name of a sum: how much more the orders give than is kept. */
async function readFound(db: Kysely<StoreSchema>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { table, key, column, kept, right } of verifyTotals(db)) {
    const off = (right ?? 0) - (kept ?? 0);
    // Of a row that is missing every sum is named, those that are 0 too.
    if (off !== 0) found[sumName(table, key, column)] = off;
  }
  return found;
}

function expectedOf(mutations: readonly Mutation[]): Record<string, number> {
  return Object.fromEntries(mutations.flatMap(({ changes }) => [...changes]));
}

function kindsIn(mutations: readonly Mutation[]): number {
  return new Set(mutations.map(({ kind }) => kind)).size;
}

async function proveReport({ db, tally }: MutationsProof, reports: Reports, mutation: Mutation) {
  const { kind, accountId, locationId, day, orderId } = mutation;
  const what = `${kind.name}, order ${orderId}`;
  const date = dateOfLocalDay(day);
  const question = { from: date, to: date, locationId };
  const { figures, failed } = await reports.ask(accountId, question);
  tally.compare(`${what}, checks that fail`, failed, kind.turns);
  const right = await queryReport(db, { ...question, accountId }, gatherDayLines);
  tally.compare(`${what}, report by SQL`, figures, right);
}

async function proveChangedTotal(tally: Tally, reports: Reports, mutation: TotalsMutation) {
  const { table, column, accountId, locationId, turns } = mutation;
  const question: Question = { ...mutation.range, locationId };
  const { failed } = await reports.ask(accountId, question);
  tally.compare(`${table}.${column} of ${question.from}, checks that fail`, failed, turns);
}
