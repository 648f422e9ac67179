import { createGate } from '../../../shared/concurrency-gate.ts';
import { ApiError } from '../server/api-error.ts';
import { createWaitingRoom, type Waiting } from './waiting-room.ts';

/** Sign-ins that ask the platform at the same time. */
const MOST_ASKING = 4;
/** Those that wait for that, or for an earlier attempt with the same account and e-mail. */
const MOST_WAITING = 32;
/** About as long as the embedded platform takes for all who wait. */
const RETRY_AFTER_S = 10;

/** Asks the platform when it is this sign-in's turn. */
export type AskInTurn = <Result>(ask: () => Promise<Result>) => Promise<Result>;

/**
 * Runs an attempt to sign in, or throws `too_many_requests` at once when too many are waiting. A check of credentials is
 * dear on purpose: without an end to the queue a flood would make everybody wait for minutes. When it is full, a peer
 * with fewer in it takes the place of the latest of the peer with most, and of one peer a sign-in with fewer that of the
 * sign-in with most: none can shut out the others.
 */
export type SignInAdmission = <Result>(
  who: Waiting,
  attempt: (askInTurn: AskInTurn) => Promise<Result>,
) => Promise<Result>;

export function createSignInAdmission(): SignInAdmission {
  const gate = createGate(MOST_ASKING);
  const room = createWaitingRoom(MOST_WAITING);

  return (who, attempt) => {
    const place = room.enter(who);
    if (place === null) return Promise.reject(tooManyWaiting());
    const askInTurn: AskInTurn = (ask) =>
      gate(async () => {
        // Its client has been told so already.
        if (place.isLost()) throw tooManyWaiting();
        place.leave();
        return ask();
      });
    // An attempt may end without having asked.
    const own = attempt(askInTurn).finally(place.leave);
    return Promise.race([
      own,
      place.lost.then(() => {
        throw tooManyWaiting();
      }),
    ]);
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
