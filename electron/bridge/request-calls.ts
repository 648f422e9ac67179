import { localTimestamp } from '../../shared/calendar.ts';
import type { RequestEntries } from '../../shared/contract/bridge.ts';
import type { Caller } from '../base/caller.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** A request as the service has kept it. */
export interface KeptRequest {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly caller: Pick<Caller, 'name'> | null;
  readonly apiKeyName: string | null;
  readonly requestId: string;
}

export interface KeptRequests {
  readonly entries: readonly KeptRequest[];
  readonly newest: number;
}

export interface RequestCallsDeps extends SignedInCallerDeps {
  /** Requests with a higher number that `reader` may see, newest first. */
  readonly requestsOf: (reader: Caller, after: number) => KeptRequests;
}

/** What is asked of the local API, by other programs and by the window itself. */
export function requestCalls({ requestsOf, ...deps }: RequestCallsDeps): Pick<BridgeCalls, 'readRequests'> {
  return {
    async readRequests({ after }) {
      return toEntries(requestsOf(await signedInCaller(deps), after));
    },
  };
}

function toEntries({ entries, newest }: KeptRequests): RequestEntries {
  return {
    entries: entries.map(({ at, caller, apiKeyName, ...entry }) => ({
      ...entry,
      at: localTimestamp(at),
      user: caller?.name ?? null,
      apiKey: apiKeyName,
    })),
    newest,
  };
}
