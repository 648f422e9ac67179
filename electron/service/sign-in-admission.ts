import { createGate } from '../../shared/concurrency-gate.ts';
import { ApiError } from './api-error.ts';

/** Sign-ins that ask the platform at the same time. */
const MOST_ASKING = 4;
/** Those that wait for that, or for an earlier attempt with the same account and e-mail. */
const MOST_WAITING = 32;
/** About as long as the embedded platform takes for all who wait. */
const RETRY_AFTER_S = 10;

/** Asks the platform when it is this sign-in's turn. */
export type AskInTurn = <Result>(ask: () => Promise<Result>) => Promise<Result>;

/**
 * Runs an attempt to sign in, or throws `too_many_requests` at once when too many are waiting. A check of
 * credentials is dear on purpose: without an end to the queue a flood would make everybody wait for minutes.
 */
export type SignInAdmission = <Result>(attempt: (askInTurn: AskInTurn) => Promise<Result>) => Promise<Result>;

export function createSignInAdmission(): SignInAdmission {
  const gate = createGate(MOST_ASKING);
  let waiting = 0;

  return async (attempt) => {
    if (waiting >= MOST_WAITING) throw tooManyWaiting();
    waiting += 1;
    let isWaiting = true;
    const stopWaiting = () => {
      if (isWaiting) waiting -= 1;
      isWaiting = false;
    };
    const askInTurn: AskInTurn = (ask) =>
      gate(() => {
        stopWaiting();
        return ask();
      });
    // An attempt may end without having asked.
    return attempt(askInTurn).finally(stopWaiting);
  };
}

/** The fields are those of https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/. */
function tooManyWaiting(): ApiError {
  const message = `Too many sign-ins are waiting. Try again in ${RETRY_AFTER_S} seconds.`;
  return new ApiError('too_many_requests', message, {
    headers: {
      'retry-after': String(RETRY_AFTER_S),
      'ratelimit-policy': `"sign-in-queue";q=${MOST_WAITING};qu="concurrent-requests"`,
      ratelimit: `"sign-in-queue";r=0;t=${RETRY_AFTER_S}`,
    },
  });
}
