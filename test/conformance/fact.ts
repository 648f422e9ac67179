import type { Caller } from '../../electron/base/caller.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import type { Role } from '../../shared/contract/auth.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';

export type KnownUser = keyof typeof CREDENTIALS;

/** Rights that the operator of a platform gives or takes; what is left out stays as it is. */
export interface ChangeOfRights {
  readonly isActive?: boolean;
  readonly roles?: readonly Role[];
  /** Id of the one location that the user sees; null for all. */
  readonly lockedLocation?: number | null;
}

/** A platform with the known shop behind it (see known-shop.ts), and what a test may do to that shop. */
export interface PlatformUnderTest {
  readonly platform: Platform;
  /** Milliseconds of the clock that the platform goes by; null where it is not the test's to know. */
  readonly now: (() => number) | null;
  /** Bites with the next call. */
  changeRights(user: KnownUser, change: ChangeOfRights): Promise<void>;
  /** From now on the platform has lost what lies behind it: a database, a server. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

export const CALLING_USERS = ['owner', 'accountant', 'staff', 'beta'] as const;

type CallingUser = (typeof CALLING_USERS)[number];

/** A platform with its users signed in. */
export interface Visit extends Pick<PlatformUnderTest, 'platform' | 'now' | 'changeRights' | 'breakDown'> {
  readonly callers: Readonly<Record<CallingUser, Caller>>;
}

/** One statement that is true of every platform; `check` throws where it is not. */
export interface Fact {
  readonly name: string;
  /** The shop is of no use afterwards: such a fact gets one of its own. */
  readonly spoils?: true;
  check(visit: Visit): Promise<void>;
}

export interface Area {
  readonly area: string;
  readonly facts: readonly Fact[];
}

/** Checks a fact on the shop that others use as well, or on one of its own where it spoils it. */
export async function checkFact(
  fact: Fact,
  shared: PlatformUnderTest,
  open: () => Promise<PlatformUnderTest>,
): Promise<void> {
  if (!fact.spoils) return fact.check(await sharedVisit(shared));
  const own = await open();
  try {
    await fact.check(await visit(own));
  } finally {
    await own.close();
  }
}

const sharedVisits = new WeakMap<PlatformUnderTest, Promise<Visit>>();

/** Its users are signed in once: no fact that shares it changes who they are. */
function sharedVisit(shared: PlatformUnderTest): Promise<Visit> {
  const begun = sharedVisits.get(shared) ?? visit(shared);
  sharedVisits.set(shared, begun);
  return begun;
}

async function visit({ platform, now, changeRights, breakDown }: PlatformUnderTest): Promise<Visit> {
  const callers = {
    owner: await callerOf(platform, 'owner'),
    accountant: await callerOf(platform, 'accountant'),
    staff: await callerOf(platform, 'staff'),
    beta: await callerOf(platform, 'beta'),
  };
  return { platform, now, changeRights, breakDown, callers };
}

/** Without when their grant ends, which nobody but a sign-in is told. */
async function callerOf(platform: Platform, user: keyof typeof CREDENTIALS): Promise<Caller> {
  const { grantExpiresAt: _, ...caller } = await platform.signIn(CREDENTIALS[user]);
  return caller;
}

/** The same fact of every value of a list. */
export function factOfEach<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
  check: (visit: Visit, value: Value) => Promise<void>,
): Fact[] {
  return values.map((value) => ({ name: nameOf(value), check: (visit: Visit) => check(visit, value) }));
}
