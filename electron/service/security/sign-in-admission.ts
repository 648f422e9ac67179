import { randomInt } from 'node:crypto';
import PQueue from 'p-queue';
import { type Clock, withTimeout } from '../../base/clock.ts';
import { PlatformError } from '../../platform/platform-error.ts';
import { type ApiError, createTooManyRequestsError } from '../server/api-error.ts';

/** Sign-ins that ask the platform at the same time. */
const MAX_CONCURRENT = 4;

/** Sign-ins that wait for a free slot, or for an earlier attempt with the same account and e-mail. */
const MAX_WAITING = 32;

/** About as long as the embedded platform takes for a full queue. */
const RETRY_AFTER_S = 10;

/** A platform that never answers must not hold its slot until the program starts again. */
const PLATFORM_TIMEOUT_MS = 60_000;

/** Asks the platform when it is this sign-in's turn. */
export type AskQueued = <Result>(ask: () => Promise<Result>) => Promise<Result>;

/**
 * Runs a sign-in, or throws `too_many_requests` when too many wait: checking credentials is slow on purpose. When the
 * queue is full, a random attempt of the network with the most attempts is dropped, which may be the new one.
 */
export type SignInAdmission = <Result>(
  who: SignInSource,
  attempt: (askQueued: AskQueued) => Promise<Result>,
) => Promise<Result>;

export function createSignInAdmission(clock: Pick<Clock, 'after'>, pickIndex: PickIndex = randomInt): SignInAdmission {
  const queue = new PQueue({ concurrency: MAX_CONCURRENT });
  const room = createWaitingRoom(MAX_WAITING, pickIndex);

  return (who, attempt) => {
    const call = room.enter(who);
    if (call.isDropped()) return Promise.reject(createTooManyWaitingError());
    const askQueued: AskQueued = (ask) =>
      queue.add(async () => {
        // The client already got this answer.
        if (call.isDropped()) throw createTooManyWaitingError();
        call.leave();
        return withTimeout(clock, PLATFORM_TIMEOUT_MS, ask(), () => {
          throw new PlatformError('timeout', 'The platform did not answer in time.');
        });
      });
    // An attempt may end without asking the platform.
    const own = attempt(askQueued).finally(call.leave);
    const refused = call.dropped.then(() => {
      throw createTooManyWaitingError();
    });
    return Promise.race([own, refused]);
  };
}

function createTooManyWaitingError(): ApiError {
  return createTooManyRequestsError({
    reason: 'Too many sign-ins are waiting.',
    limit: 'sign-in-queue',
    policy: `q=${MAX_WAITING};qu="concurrent-requests"`,
    waitS: RETRY_AFTER_S,
  });
}

export interface WaitingCall {
  /** Frees the slot. Calling it again has no effect. */
  leave(): void;
  /** Settles when the call is dropped; never after `leave`. */
  readonly dropped: Promise<void>;
  isDropped(): boolean;
}

/** Where a caller comes from, and the account and e-mail of the sign-in. See `getPeer` and `getPeerNetwork`. */
interface SignInSource {
  readonly network: string;
  readonly peer: string;
  readonly signIn: string;
}

export interface WaitingRoom {
  /** If the room is full, the call that enters may be the one that is dropped. */
  enter(who: SignInSource): WaitingCall;
}

interface HeldCall extends SignInSource {
  readonly drop: () => void;
}

/** An index below `count`. */
type PickIndex = (count: number) => number;

/** From the widest group to the narrowest. A network costs more to get than an address, and an address more than a name. */
const GROUPS = ['network', 'peer', 'signIn'] as const;

/**
 * Holds `capacity` calls. When one more enters, the network with the most calls loses one: from its computer with the
 * most, and there from the account and e-mail with the most. Ties are broken at random, or nobody could enter a room
 * full of different networks.
 */
export function createWaitingRoom(capacity: number, pickIndex: PickIndex): WaitingRoom {
  const held = new Set<HeldCall>();

  function dropOne(): void {
    const largest = GROUPS.reduce<readonly HeldCall[]>(filterLargestGroups, [...held]);
    const victim = largest[pickIndex(largest.length)];
    if (victim === undefined) return;
    held.delete(victim);
    victim.drop();
  }

  return {
    enter(who) {
      const dropped = Promise.withResolvers<void>();
      let isDropped = false;
      const drop = () => {
        isDropped = true;
        dropped.resolve();
      };
      const call: HeldCall = { ...who, drop };
      held.add(call);
      if (held.size > capacity) dropOne();
      return { leave: () => void held.delete(call), dropped: dropped.promise, isDropped: () => isDropped };
    },
  };
}

/** The calls of the largest group, or of all groups that are equally large. */
function filterLargestGroups(held: readonly HeldCall[], group: (typeof GROUPS)[number]): readonly HeldCall[] {
  const sizes = new Map<string, number>();
  for (const { [group]: name } of held) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  const most = Math.max(...sizes.values());
  return held.filter(({ [group]: name }) => sizes.get(name) === most);
}
