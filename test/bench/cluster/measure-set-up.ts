import autocannon from 'autocannon';
import { percentile } from '../harness/percentile.ts';
import type { MeasuredSetUp } from './cluster-table.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import type { RunningSetUp } from './running-set-up.ts';

/** Statements are prepared, pages of the database cached and code compiled before anything is counted. */
const WARM_UP_S = 5;

export interface LoadSize {
  readonly clients: number;
  readonly seconds: number;
}

/** Puts the load on a set-up and measures what it costs. */
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

interface MixedLoad {
  /** Clients are dealt out to them in turn, and stay. */
  readonly addresses: readonly string[];
  readonly token: string;
  readonly targets: readonly string[];
  readonly clients: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Answered with 200. */
  readonly requests: number;
  /** Without an answer, or with another one. */
  readonly errors: number;
  readonly seconds: number;
  /** Of each request that was answered, in milliseconds. */
  readonly times: readonly number[];
}

/** Every client asks for one target after another over one connection for so many seconds. */
async function runMixedLoad(load: MixedLoad): Promise<LoadResult> {
  const shares = load.addresses.map((address, at) => ({
    address,
    clients: Math.floor((load.clients + load.addresses.length - 1 - at) / load.addresses.length),
  }));
  const results = await Promise.all(shares.map((share) => loadOne({ ...load, ...share })));
  return {
    requests: sumOf(results.map(({ requests }) => requests)),
    errors: sumOf(results.map(({ errors }) => errors)),
    seconds: Math.max(...results.map(({ seconds }) => seconds)),
    times: results.flatMap(({ times }) => times),
  };
}

type Share = MixedLoad & { readonly address: string };

/** In the thread that measures: times of single requests do not come out of threads of autocannon's own. */
async function loadOne({ address, token, targets, clients, seconds }: Share): Promise<LoadResult> {
  const times: number[] = [];
  const requests = targets.map((path) => ({ path }));
  let client = 0;
  const running = autocannon({
    url: address,
    connections: clients,
    duration: seconds,
    timeout: seconds,
    headers: { authorization: `Bearer ${token}` },
    requests,
    setupClient(connection) {
      const begin = Math.floor((client * requests.length) / clients);
      client += 1;
      connection.setRequests([...requests.slice(begin), ...requests.slice(0, begin)]);
    },
  });
  running.on('response', (_client, _status, _bytes, ms) => times.push(ms));
  const result = await running;
  return { requests: result['2xx'], errors: result.errors + result.non2xx, seconds: result.duration, times };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
