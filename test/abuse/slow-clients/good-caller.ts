import { percentile } from '../../bench/harness/percentile.ts';
import { exchange } from '../../support/http-exchange.ts';

/** What somebody calls who is in no way slow, each time over a connection of its own. */
export interface GoodCall {
  readonly port: number;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How the calls went. */
export interface GoodCalls {
  readonly p95Ms: number;
  readonly made: number;
  /** A sentence for each that was not answered as it should. */
  readonly refusals: readonly string[];
}

const TOO_SLOW = '408';
const CALLS_AGAIN = 3;

/** Calls by turns, one after the other, until it is told that it is enough. */
export async function callOn(
  calls: readonly GoodCall[],
  isEnough: (made: number) => boolean,
): Promise<GoodCalls> {
  const tookMs: number[] = [];
  const refusals: string[] = [];
  for (let made = 0; !isEnough(made); made += 1) {
    const call = calls[made % calls.length];
    if (call === undefined) throw new Error('there is nothing to call');
    const startedAt = performance.now();
    const outcome = await repeatedOutcomeOf(call);
    tookMs.push(performance.now() - startedAt);
    if (outcome !== null) refusals.push(`${call.target} of port ${call.port}: ${outcome}`);
  }
  return { p95Ms: percentile(tookMs, 95), made: tookMs.length, refusals };
}

/** Shortened limits are over on a busy computer before a call has come. A port that is to blame says so each time. */
async function repeatedOutcomeOf(call: GoodCall): Promise<string | null> {
  let outcome = await outcomeOf(call);
  for (let again = 0; outcome === TOO_SLOW && again < CALLS_AGAIN; again += 1)
    outcome = await outcomeOf(call);
  return outcome;
}

async function outcomeOf({ port, target, headers }: GoodCall): Promise<string | null> {
  try {
    const { status } = await exchange(port, 'GET', target, { headers: { ...headers, connection: 'close' } });
    return status === 200 ? null : String(status);
  } catch (error) {
    return String(error);
  }
}
