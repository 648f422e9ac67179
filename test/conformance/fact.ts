import type { Caller } from '../../electron/platform/platform.ts';
import { CREDENTIALS } from '../support/shop-fixture.ts';
import type { PlatformUnderTest } from './platform-under-test.ts';

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
  if (!fact.spoils) return fact.check(await visit(shared));
  const own = await open();
  try {
    await fact.check(await visit(own));
  } finally {
    await own.close();
  }
}

async function visit({ platform, now, changeRights, breakDown }: PlatformUnderTest): Promise<Visit> {
  const callers = {
    owner: await platform.signIn(CREDENTIALS.owner),
    accountant: await platform.signIn(CREDENTIALS.accountant),
    staff: await platform.signIn(CREDENTIALS.staff),
    beta: await platform.signIn(CREDENTIALS.beta),
  };
  return { platform, now, changeRights, breakDown, callers };
}

/** The same fact of every value of a list. */
export function factOfEach<Value>(
  values: readonly Value[],
  nameOf: (value: Value) => string,
  check: (visit: Visit, value: Value) => Promise<void>,
): Fact[] {
  return values.map((value) => ({ name: nameOf(value), check: (visit: Visit) => check(visit, value) }));
}
