import { exchange } from '../../support/http-exchange.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { COUNTED } from './findings.ts';

export interface HeardAnswer {
  readonly text: string;
  /** Cookies that were set, as a later request carries them. */
  readonly cookie: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text goes as it is; anything else as JSON. */
  readonly body?: unknown;
  /** What the one reply is for that shows a secret: it is not heard. */
  readonly shows?: string;
}

/** Asks one server, and hears every reply whole. */
export type Ask = (target: string, asked?: Asked) => Promise<HeardAnswer>;

export type Hear = (where: string, content: string, status: number) => void;

export function createHeardClient(run: SuiteRun, port: number, hear: Hear): Ask {
  return async (target, { method = 'GET', headers = {}, body, shows } = {}) => {
    const answer = await exchange(port, method, target, { headers, body });
    run.count(COUNTED.replies);
    // By its status: the target may hold what was planted.
    const where = `a reply with status ${answer.status}`;
    if (shows === undefined) hear(where, JSON.stringify(answer), answer.status);
    const cookies = [answer.headers['set-cookie'] ?? []].flat();
    return { text: answer.text, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') };
  };
}
