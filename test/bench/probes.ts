import autocannon from 'autocannon';
import { median } from './harness/percentile.ts';

/** Milliseconds of a piece of work. */
export async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** The median of so many times, each measured by `time`. */
export async function medianTime(times: number, time: () => Promise<number>): Promise<number> {
  const measured: number[] = [];
  while (measured.length < times) measured.push(await time());
  return median(measured);
}

const CONNECTIONS = 10;

const ROUND_S = 2;

/** The client has to be faster than the server. */
const CLIENT_THREADS = 2;

export interface Load {
  readonly address: string;
  readonly token: string;
  /** Asked for in turn. */
  readonly targets: readonly string[];
}

/** Requests per second for 2 seconds. Throws when one was not answered with 200. */
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
