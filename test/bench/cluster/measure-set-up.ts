import { percentile } from '../harness/percentile.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import type { MeasuredSetUp } from './measured-set-up.ts';
import { type MixedLoad, runMixedLoad } from './mixed-load.ts';
import type { RunningSetUp } from './running-set-up.ts';

/** Statements are prepared, pages of the database cached and code compiled before anything is counted. */
const WARM_UP_S = 5;

export interface LoadSize {
  readonly clients: number;
  readonly seconds: number;
}

/** Puts the load on a set-up and tells what it took. */
export async function measureSetUp(running: RunningSetUp, size: LoadSize): Promise<MeasuredSetUp> {
  const { setUp, addresses, token, targets } = running;
  const load: MixedLoad = { addresses, token, targets, ...size };
  await runMixedLoad({ ...load, seconds: Math.min(WARM_UP_S, size.seconds) });
  const before = await readCosts(running);
  const { requests, errors, seconds, times } = await runMixedLoad(load);
  const after = await readCosts(running);
  return {
    ...{ setUp, requests, errors, seconds },
    p50: percentile(times, 50),
    p99: percentile(times, 99),
    programCpuSeconds: after.programCpu - before.programCpu,
    databaseCpuSeconds: spent(before.databaseCpu, after.databaseCpu),
    databaseMs: spent(before.databaseMs, after.databaseMs),
  };
}

async function readCosts({ programs, database }: RunningSetUp) {
  return {
    programCpu: programs.reduce((sum, pid) => sum + cpuSeconds(pid), 0),
    databaseCpu: database && cpuSeconds(database.pid),
    databaseMs: database && (await database.time.read()),
  };
}

function spent(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
