/** Time, as the client sees it. A test gives a clock on which nothing has to be waited for. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** How the service is reached. */
export interface Connection {
  /** Without `/api`, such as http://127.0.0.1:4870. */
  readonly address: string;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** Path of `instance.json`, with which the service proves its identity before it gets a password; without it there is no check. */
  readonly discoveryFile?: string;
  /** Hears of every wait, in one sentence. */
  readonly tell: (sentence: string) => void;
}

export interface Call {
  readonly method: 'GET' | 'POST';
  /** With the query string, such as /api/products?limit=200. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  /** Null when the connection failed before an answer was complete. */
  readonly status: number | null;
  /** The body, or what went wrong with the connection. */
  readonly text: string;
  readonly retryAfterMs: number | null;
}

/** What the specification recommends between the attempts of a call: four attempts, and then it has failed. */
export const RETRY_WAITS_MS: readonly number[] = [2_000, 8_000, 30_000];

/** Three such waits still end before a token does that fell due for its refresh during the call. */
const LONGEST_RETRY_AFTER_MS = 60_000;

const ANSWER_TIMEOUT_MS = 30_000;

/** No answer, rate limited, a fault in the service, a fault in the platform behind it: all of these may pass. */
const PASSING_FAILURES: ReadonlySet<number | null> = new Set([null, 429, 500, 502]);

/**
 * Makes a call that is safe to repeat, again after 2, 8 and 30 seconds if need be, and gives the last answer,
 * whatever its status.
 */
export async function callPatiently(connection: Connection, call: Call): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await callOnce(connection, call);
    const waitMs = waitBeforeRepeat(answer, RETRY_WAITS_MS[attempt]);
    if (waitMs === null) return answer;
    const reason = `${answer.status ?? 'no answer'}: ${answer.text}`;
    connection.tell(`${call.method} ${call.path} again in ${waitMs / 1_000} s (${reason})`);
    await connection.clock.sleep(waitMs);
  }
}

async function callOnce({ address, fetch, clock }: Connection, call: Call): Promise<Answer> {
  const { path, ...request } = call;
  const url = new URL(address.replace(/\/+$/, '') + path);
  try {
    // Nobody but the service that was named gets the password: a redirect is an answer like any other.
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(url, { ...request, redirect: 'manual', signal });
    const retryAfterMs = delayIn(response.headers.get('retry-after'), clock.now());
    return { status: response.status, text: await response.text(), retryAfterMs };
  } catch (error) {
    // The error of fetch itself has little text and names the reason, such as a refused connection, as the cause.
    const reason = error instanceof Error && error.cause ? error.cause : error;
    return { status: null, text: String(reason), retryAfterMs: null };
  }
}

function waitBeforeRepeat({ status, retryAfterMs }: Answer, plannedMs: number | undefined): number | null {
  if (plannedMs === undefined || !PASSING_FAILURES.has(status)) return null;
  if (status !== 429 || retryAfterMs === null) return plannedMs;
  return retryAfterMs <= LONGEST_RETRY_AFTER_MS ? retryAfterMs : null;
}

/** `Retry-After` is a number of seconds or a date; null when it is neither. */
function delayIn(retryAfter: string | null, nowMs: number): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const dateMs = Date.parse(retryAfter);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}
