import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoShops } from '../../electron/platform/demo/open-demo-shops.ts';
import { openStore } from '../../electron/store/open-store.ts';
import type { SourceEdit } from '../abuse/harness/mutant.ts';
import { suiteEnvironment } from '../abuse/harness/suite-environment.ts';
import { cheapHasher } from '../support/cheap-cost.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { differenceLine } from './asked-reports.ts';
import { proveExactness } from './exactness-proof.ts';
import { programIn } from './service/service-process.ts';

const DAYS_OF_24_HOURS: SourceEdit = {
  file: 'shared/calendar.ts',
  find: 'end: midnight(addDays(to, 1))',
  put: 'end: midnight(to) + MS_PER_DAY',
};

const NOW = '2026-10-31T22:00:00Z';
/** The days of 23 and 25 hours in the 13 months before. */
const CHANGES = ['2025-10-26', '2026-03-29', '2026-10-25'];
const OWNERS = ['owner@demo.example', 'owner@demo-two.example'];

let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tilldesk-exact-demo-'));
  const { db, close } = await openStore({ file: join(dataDir, 'tilldesk.sqlite') });
  await openDemoShops({ db, clock: createFixedClock(NOW), hasher: cheapHasher });
  // The program has the clock of the machine, and would bring the shops up to its own day.
  await sql`update demo_shops set is_fixed = 1`.execute(db);
  await close();
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function differencesWith(mutant: SourceEdit): Promise<string[]> {
  const proof = { dataDir, rounds: 0, mutations: 0, seed: 4870, log: () => undefined };
  const { differences } = await proveExactness({ ...proof, withService: programIn(suiteEnvironment(mutant)) });
  return differences.map(differenceLine);
}

describe('proveExactness on the demo shops', { timeout: 240_000 }, () => {
  it('finds a program that gives every day 24 hours, by the day closings at clock changes', async () => {
    const lines = await differencesWith(DAYS_OF_24_HOURS);

    for (const owner of OWNERS) {
      for (const date of CHANGES) {
        const closing = `${owner}, ${date} to ${date}, location none, closing of ${date}: last_order_number`;
        expect(lines).toContainEqual(expect.stringContaining(closing));
      }
    }
    expect(lines.filter((line) => !CHANGES.some((date) => line.includes(`closing of ${date}:`)))).toEqual([]);
  });
});
