import type { Caller } from '../../electron/base/caller.ts';
import type { Platform } from '../../electron/platform/platform.ts';
import type { Role } from '../../shared/contract/auth.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';

export type KnownUser = keyof typeof CREDENTIALS;

/** Rights that the operator of a platform gives or takes. Omitted members do not change. */
export interface ChangeOfRights {
  readonly isActive?: boolean;
  readonly roles?: readonly Role[];
  /** Id of the only location that the user sees; `null` for all. */
  readonly lockedLocation?: number | null;
}

/** A platform with the known shop behind it (see known-shop.ts), and what a test may do to that shop. */
export interface PlatformUnderTest {
  readonly platform: Platform;
  /** Milliseconds of the clock of the platform; `null` if the test cannot know it. */
  readonly now: (() => number) | null;
  /** Whether it reports that an account, such as that of beta, is a demo shop. Otherwise no account counts as one. */
  readonly tellsDemo: boolean;
  /** Takes effect with the next call. */
  changeRights(user: KnownUser, change: ChangeOfRights): Promise<void>;
  /** From now on the platform has lost its database or server. */
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

/** One statement that is true of every platform; `check` throws if it is not. */
export interface Fact {
  readonly name: string;
  /** Whether the shop is unusable afterwards. Such a fact gets a separate shop. */
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

/** A user for each kind of view: the whole account, one location, another account. */
export type Viewer = 'owner' | 'staff' | 'beta';

/** The same fact for every kind of view; `%s` in the name stands for the user. */
export function factOfEachViewer(name: string, check: (visit: Visit, viewer: Viewer) => Promise<void>): Fact[] {
  return factOfEach(['owner', 'staff', 'beta'] as const, (viewer) => name.replace('%s', viewer), check);
}

/** Checks a fact on the shared shop, or on a separate one if the fact spoils it. */
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

/** Signs the users in once; no fact on the shared shop changes who they are. */
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
