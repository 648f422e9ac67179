import autocannon from 'autocannon';
import { median } from './harness/percentile.ts';

/** Returns how many milliseconds some work takes. */
export async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median of this many measurements with `time`. */
export async function medianTime(times: number, time: () => Promise<number>): Promise<number> {
  const measured: number[] = [];
  while (measured.length < times) measured.push(await time());
  return median(measured);
}

const CONNECTIONS = 10;

const ROUND_S = 2;

/** The client must be faster than the server. */
const CLIENT_THREADS = 2;

export interface Load {
  readonly address: string;
  readonly token: string;
  /** Requested in turn. */
  readonly targets: readonly string[];
}

/** Requests per second for 2 seconds. Throws if one did not get a 200. */
export async function requestRate({ address, token, targets }: Load): Promise<number> {
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: ROUND_S,
    workers: CLIENT_THREADS,
    headers: { authorization: `Bearer ${token}` },
    requests: targets.map((path) => ({ path })),
  });
  if (result.errors + result.non2xx > 0) {
    throw new Error(`${result.errors} requests got no answer and ${result.non2xx} another than 200`);
  }
  return result['2xx'] / result.duration;
}
