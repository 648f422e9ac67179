import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { createUpstream, type Upstream, type UpstreamDeps } from '../../../electron/api-client/upstream.ts';
import { systemClock } from '../../../electron/base/clock.ts';
import type { SuiteRun } from '../harness/suite.ts';

/** The key that every call of the suite carries; in every log and reply it would be a find. */
export const API_KEY = 'tdk_abuse0upstream0key0of0another0deploy';

export interface UpstreamGround {
  readonly run: SuiteRun;
  readonly log: Logger;
  /** With the log of the run, unless told otherwise. */
  open(deps: Pick<UpstreamDeps, 'baseAddress'> & Partial<UpstreamDeps>): Upstream;
}

/** Everything that is opened writes to one log, which is searched for the key in the end. */
export function layGround(run: SuiteRun): UpstreamGround {
  run.keepSecret('api key', API_KEY);
  const log = pino({ level: 'trace' }, createWriteStream(join(run.folder, 'upstream.log')));
  return {
    run,
    log,
    open: (deps) => createUpstream({ authorities: [], clock: systemClock, log, ...deps }),
  };
}
