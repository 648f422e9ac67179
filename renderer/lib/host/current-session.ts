import { createStore } from 'zustand';
import { OTHER_SESSION, SESSION_ID_HEADER } from '../../../shared/contract/window-headers.ts';

interface CurrentSession {
  /** Of the user whose pages are drawn; null where none are. */
  readonly id: string | null;
  /** How often the host refused a call because another session has begun. */
  readonly refusals: number;
  /** How often another user has come. */
  readonly users: number;
  /** Ends once it is known who is signed in; null while nothing changes that. */
  readonly change: Promise<void> | null;
}

const store = createStore<CurrentSession>()(() => ({ id: null, refusals: 0, users: 0, change: null }));

/** The host refused a call: in another window another user has signed in, or the same user again. */
class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

export const currentSession = (): string | null => store.getState().id;

/** The header that names the current session in each call to the host. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const id = currentSession();
  return id === null ? {} : { [SESSION_ID_HEADER]: id };
}

/** From now on pages of this session are drawn, or with null none. */
export function showSession(id: string | null): void {
  store.setState({ id });
}

export function isOfOtherSession({ status, headers }: Response): boolean {
  return status === 409 && headers.get(SESSION_ID_HEADER) === OTHER_SESSION;
}

/** Notifies the listeners, and answers the error to be thrown. */
export function refused(): OtherSession {
  store.setState(({ refusals }) => ({ refusals: refusals + 1 }));
  return new OtherSession('another session has begun');
}

/** Calls `onRefused` for each refused call; returns a function that stops this. */
export function watchRefusals(onRefused: () => void): () => void {
  return store.subscribe((now, before) => {
    if (now.refusals !== before.refusals) onRefused();
  });
}

/** Ends once another session is shown than `id`. */
async function sessionAfter(id: string | null): Promise<void> {
  if (currentSession() !== id) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.subscribe((now) => {
    if (now.id !== id) resolve();
  });
  await promise;
  stop();
}

/**
 * Lets a call change who is signed in. What the host answers meanwhile may be of either user: `forOneUser` holds it
 * back until that is settled.
 */
export async function changingUser<T>(change: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  store.setState({ change: promise });
  try {
    const changed = await change();
    noteOtherUser();
    return changed;
  } finally {
    store.setState({ change: null });
    resolve();
  }
}

/** To be called when another user has signed in, or the user has signed out. */
export function noteOtherUser(): void {
  store.setState(({ users }) => ({ users: users + 1 }));
}

/**
 * The answer of a call for the user who made it. If another user has signed in since, it never settles: the pages that
 * wait for it are gone, or about to go. A call that the host refused because the same user has signed in again in
 * another window is repeated in that session.
 */
export async function forOneUser<T>(call: () => Promise<T>): Promise<T> {
  const { users, id } = store.getState();
  try {
    const answer = await call();
    await settled(users);
    return answer;
  } catch (error) {
    const isRefused = error instanceof OtherSession;
    if (isRefused) await sessionAfter(id);
    await settled(users);
    if (isRefused) return forOneUser(call);
    throw error;
  }
}

async function settled(users: number): Promise<void> {
  await store.getState().change;
  if (store.getState().users !== users) await new Promise<never>(() => {});
}
