import { randomInt } from 'node:crypto';
import PQueue from 'p-queue';
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
 * Runs a sign-in, or throws `too_many_requests` when too many wait: checking credentials is slow on purpose. When the
 * queue is full, the network with the most attempts loses a random one, which may be the new one.
 */
export type SignInAdmission = <Result>(
  who: Waiting,
  attempt: (askQueued: AskQueued) => Promise<Result>,
) => Promise<Result>;

export function createSignInAdmission(clock: Pick<Clock, 'after'>, pickIndex: PickIndex = randomInt): SignInAdmission {
  const queue = new PQueue({ concurrency: MOST_ASKING });
  const room = createWaitingRoom(MOST_WAITING, pickIndex);

  return (who, attempt) => {
    const place = room.enter(who);
    if (place.isLost()) return Promise.reject(tooManyWaiting());
    const askQueued: AskQueued = (ask) =>
      queue.add(async () => {
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
  /** Settles when the place is taken away; never, once it was left. */
  readonly lost: Promise<void>;
  isLost(): boolean;
}

/** Where somebody comes from, and the account and e-mail that they sign in with. See `peerOf` and `networkOfPeer`. */
interface Waiting {
  readonly network: string;
  readonly peer: string;
  readonly signIn: string;
}

export interface WaitingRoom {
  /** The call that enters a full room may be the one that loses its place. */
  enter(who: Waiting): WaitingCall;
}

interface Held extends Waiting {
  readonly lose: () => void;
}

/** An index below `count`. */
type PickIndex = (count: number) => number;

/** From the widest group to the narrowest. A network costs more to get than an address, and an address more than a name. */
const GROUPS = ['network', 'peer', 'signIn'] as const;

/**
 * Holds `capacity` calls. One more, and the network with the most loses one: of its computer with the most, and of the
 * account and e-mail with the most there. Chance decides among equals, or nobody could enter a room of as many networks.
 */
export function createWaitingRoom(capacity: number, pickIndex: PickIndex): WaitingRoom {
  const held = new Set<Held>();

  function takePlace(): void {
    const largest = GROUPS.reduce<readonly Held[]>(inLargestGroups, [...held]);
    const taken = largest[pickIndex(largest.length)];
    if (taken === undefined) return;
    held.delete(taken);
    taken.lose();
  }

  return {
    enter(who) {
      const lost = Promise.withResolvers<void>();
      let isLost = false;
      const lose = () => {
        isLost = true;
        lost.resolve();
      };
      const place: Held = { ...who, lose };
      held.add(place);
      if (held.size > capacity) takePlace();
      return { leave: () => void held.delete(place), lost: lost.promise, isLost: () => isLost };
    },
  };
}

/** Those of the group that has most, or of all that have as many. */
function inLargestGroups(held: readonly Held[], group: (typeof GROUPS)[number]): readonly Held[] {
  const sizes = new Map<string, number>();
  for (const { [group]: name } of held) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const most = Math.max(...sizes.values());
  return held.filter(({ [group]: name }) => sizes.get(name) === most);
}
