import { createGate } from '../../../shared/concurrency-gate.ts';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { type ApiError, tooManyRequests } from '../server/api-error.ts';

/** Sign-ins that ask the platform at the same time. */
const MOST_ASKING = 4;

/** Those that wait for that, or for an earlier attempt with the same account and e-mail. */
const MOST_WAITING = 32;

/** About as long as the embedded platform takes for all who wait. */
const RETRY_AFTER_S = 10;

/** A platform that never answers must not hold its slot until the program starts again. */
const ASKING_LIMIT_MS = 60_000;

/** Asks the platform when it is this sign-in's turn. */
export type AskQueued = <Result>(ask: () => Promise<Result>) => Promise<Result>;

/**
 * Runs a sign-in, or throws `too_many_requests` when too many wait: checking credentials is slow on purpose. In a full
 * queue a peer with fewer attempts replaces the latest of the peer with most; the sign-ins of one peer do the same.
 */
export type SignInAdmission = <Result>(
  who: Waiting,
  attempt: (askQueued: AskQueued) => Promise<Result>,
) => Promise<Result>;

export function createSignInAdmission(clock: Pick<Clock, 'after'>): SignInAdmission {
  const gate = createGate(MOST_ASKING);
  const room = createWaitingRoom(MOST_WAITING);

  return (who, attempt) => {
    const place = room.enter(who);
    if (place === null) return Promise.reject(tooManyWaiting());
    const askQueued: AskQueued = (ask) =>
      gate(async () => {
        // Its client has been told so already.
        if (place.isLost()) throw tooManyWaiting();
        place.leave();
        return withTimeout(clock, ASKING_LIMIT_MS, ask(), () => {
          throw new PlatformError('timeout', 'The platform did not answer in time.');
        });
      });
    // An attempt may end without having asked.
    const own = attempt(askQueued).finally(place.leave);
    const refused = place.lost.then(() => {
      throw tooManyWaiting();
    });
    return Promise.race([own, refused]);
  };
}

function tooManyWaiting(): ApiError {
  return tooManyRequests({
    reason: 'Too many sign-ins are waiting.',
    limit: 'sign-in-queue',
    policy: `q=${MOST_WAITING};qu="concurrent-requests"`,
    waitS: RETRY_AFTER_S,
  });
}

export interface WaitingCall {
  /** Gives it back; once is as good as twice. */
  leave(): void;
  /** Settles when somebody else gets it; never, once it was left. */
  readonly lost: Promise<void>;
  isLost(): boolean;
}

/** Where somebody comes from, and the account and e-mail that they sign in with: all callers of one computer are one peer. */
interface Waiting {
  readonly peer: string;
  readonly signIn: string;
}

export interface WaitingRoom {
  /** Null where it is full, and nobody in it has more places than `who` would have. */
  enter(who: Waiting): WaitingCall | null;
}

interface Held extends Waiting {
  readonly lose: () => void;
}

/** Holds `capacity` of all together, shared out as evenly as they ask for it: among peers, and among the sign-ins of each. */
export function createWaitingRoom(capacity: number): WaitingRoom {
  /** In the order in which they came. */
  const held = new Set<Held>();

  /** The latest place of the peer that has most, if more than one above this peer; else the same by its sign-ins. */
  function placeToTake({ peer, signIn }: Waiting): Held | null {
    const all = [...held];
    const peers = all.map((place) => place.peer);
    const greediest = greediestOf(peers, peer) ?? peer;
    const ofPeer = all.filter((place) => place.peer === greediest);
    const signIns = ofPeer.map((place) => place.signIn);
    const most = greediestOf(signIns, greediest === peer ? signIn : null);
    return ofPeer.findLast((place) => place.signIn === most) ?? null;
  }

  return {
    enter(who) {
      if (held.size >= capacity) {
        const taken = placeToTake(who);
        if (taken === null) return null;
        held.delete(taken);
        taken.lose();
      }
      const lost = Promise.withResolvers<void>();
      let isLost = false;
      const lose = () => {
        isLost = true;
        lost.resolve();
      };
      const place: Held = { ...who, lose };
      held.add(place);
      return { leave: () => void held.delete(place), lost: lost.promise, isLost: () => isLost };
    },
  };
}

/** Who is there most often, the latest of several, where that is more than once above `one`; null where nobody is. */
function greediestOf(names: readonly string[], one: string | null): string | null {
  const counts = new Map<string, number>();
  for (const name of names.toReversed()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [[greediest, most] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  const own = one === null ? -1 : (counts.get(one) ?? 0);
  return most > own + 1 ? greediest : null;
}
