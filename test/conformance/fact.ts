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
  /** Milliseconds of the clock of the platform; null where the test cannot know it. */
  readonly now: (() => number) | null;
  /** Whether it can say of an account that it is a demo shop, as that of beta is; what does not say it counts as none. */
  readonly tellsDemo: boolean;
  /** Takes effect with the next call. */
  changeRights(user: KnownUser, change: ChangeOfRights): Promise<void>;
  /** From now on the platform has lost what lies behind it: a database, a server. */
  breakDown(): Promise<void>;
  close(): Promise<void>;
}

export const CALLING_USERS = ['owner', 'accountant', 'staff', 'beta'] as const;

type CallingUser = (typeof CALLING_USERS)[number];

/** A platform with its users signed in. */
export interface Visit
  extends Pick<PlatformUnderTest, 'platform' | 'now' | 'tellsDemo' | 'changeRights' | 'breakDown'> {
  readonly callers: Readonly<Record<CallingUser, Caller>>;
}

/** One statement that is true of every platform; `check` throws where it is not. */
export interface Fact {
  readonly name: string;
  /** The shop is of no use afterwards: such a fact gets its own. */
  readonly spoils: boolean;
  readonly check: Check;
}

type Check = (visit: Visit) => Promise<void>;

export function fact(name: string, check: Check): Fact {
  return { name, spoils: false, check };
}

export function spoilingFact(name: string, check: Check): Fact {
  return { name, spoils: true, check };
}

export interface Area {
  readonly area: string;
  readonly facts: readonly Fact[];
}

/** The same fact for every value of a list. */
export function factOfEach<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
  check: (visit: Visit, value: Value) => Promise<void>,
): Fact[] {
  return values.map((value) => fact(nameOf(value), (visit) => check(visit, value)));
}

/** A user of each kind of view: all of the account, one location, another account. */
export type Viewer = 'owner' | 'staff' | 'beta';

/** The same fact for every kind of view; `%s` in the name stands for the user. */
export function factOfEachViewer(name: string, check: (visit: Visit, viewer: Viewer) => Promise<void>): Fact[] {
  return factOfEach(['owner', 'staff', 'beta'] as const, (viewer) => name.replace('%s', viewer), check);
}

/** Checks a fact on the shop that others use as well, or on its own one where it spoils it. */
export async function checkFact(
  { spoils, check }: Fact,
  shared: PlatformUnderTest,
  open: () => Promise<PlatformUnderTest>,
): Promise<void> {
  if (!spoils) return check(await sharedVisit(shared));
  const own = await open();
  try {
    await check(await visit(own));
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

async function visit({ platform, now, tellsDemo, changeRights, breakDown }: PlatformUnderTest): Promise<Visit> {
  const callers = {
    owner: await platform.signIn(CREDENTIALS.owner),
    accountant: await platform.signIn(CREDENTIALS.accountant),
    staff: await platform.signIn(CREDENTIALS.staff),
    beta: await platform.signIn(CREDENTIALS.beta),
  };
  return { platform, now, tellsDemo, changeRights, breakDown, callers };
}
