import type { ApiClient } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';
import type { Breaker, CallOutcome } from './breaker.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** The client, as far as the breaker lets calls through; the others throw `UpstreamFailure` `resting` at once. */
export function createGuardedClient(client: ApiClient, breaker: Breaker): ApiClient {
  return {
    async send(call) {
      const settle = breaker.admit();
      if (settle === null) throw new UpstreamFailure('resting');
      try {
        const answer = await client.send(call);
        settle(outcomeOf(answer.status));
        return answer;
      } catch (error) {
        settle(outcomeOfError(error));
        throw error;
      }
    },
  };
}

/** Whoever refuses a call is there to refuse it. */
function outcomeOf(status: number): CallOutcome {
  return status >= 500 ? 'failure' : 'success';
}

/** A call that was cancelled, or never sent for a mistake of ours, says nothing of the other side. */
function outcomeOfError(error: unknown): CallOutcome {
  return error instanceof ApiFailure && error.code !== 'cancelled' ? 'failure' : 'unknown';
}
