import { createStore } from 'zustand';
import { OtherSession, sessionAfter, shownSession } from './shown-session.ts';

interface ChangeOfUser {
  /** How often another user has come. */
  readonly count: number;
  /** Ends once it is known who is signed in; null while nothing changes that. */
  readonly underWay: Promise<void> | null;
}

const changeOfUser = createStore<ChangeOfUser>()(() => ({ count: 0, underWay: null }));

/**
 * Lets a call change who is signed in. What the host answers meanwhile may be of either user: `forOneUser` holds it
 * back until that is settled.
 */
export async function changingUser<T>(change: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  changeOfUser.setState({ underWay: promise });
  try {
    const changed = await change();
    noteOtherUser();
    return changed;
  } finally {
    changeOfUser.setState({ underWay: null });
    resolve();
  }
}

/** Another user has come, or nobody is signed in any more. */
export function noteOtherUser(): void {
  changeOfUser.setState(({ count }) => ({ count: count + 1 }));
}

/**
 * What a call answers to the user who asked. Where another one has come since, nobody waits for it any more, and it
 * never settles: their pages are gone, or about to go. One that the host refused, because the same user has signed in
 * anew in another window, is asked again in that session.
 */
export async function forOneUser<T>(call: () => Promise<T>): Promise<T> {
  const asked = changeOfUser.getState().count;
  const session = shownSession();
  try {
    const answer = await call();
    await settled(asked);
    return answer;
  } catch (error) {
    const isRefused = error instanceof OtherSession;
    if (isRefused) await sessionAfter(session);
    await settled(asked);
    if (isRefused) return forOneUser(call);
    throw error;
  }
}

async function settled(asked: number): Promise<void> {
  await changeOfUser.getState().underWay;
  if (changeOfUser.getState().count !== asked) await new Promise<never>(() => {});
}
