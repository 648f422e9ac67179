import { createStore } from 'zustand';
import { OTHER_SESSION, SESSION_ID_HEADER } from '../../../shared/contract/window-headers.ts';

interface CurrentSession {
  /** The session of the user whose pages are drawn; `null` if no page is drawn. */
  readonly id: string | null;
  /** The number of calls that the host refused because another session has begun. */
  readonly refusals: number;
  /** How often the signed-in user has changed. */
  readonly users: number;
  /** Resolves when it is known who is signed in; `null` if no change is in progress. */
  readonly change: Promise<void> | null;
}

const store = createStore<CurrentSession>()(() => ({ id: null, refusals: 0, users: 0, change: null }));

/** The host refused a call because somebody signed in in another window, possibly the same user. */
class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

export const getCurrentSession = (): string | null => store.getState().id;

/** The header that names the current session in each call to the host. */
export function getSessionHeaders(): Readonly<Record<string, string>> {
  const id = getCurrentSession();
  return id === null ? {} : { [SESSION_ID_HEADER]: id };
}

/** Call this before drawing the pages of a session; with `null` if none are drawn. */
export function showSession(id: string | null): void {
  store.setState({ id });
}

export function isOtherSession({ status, headers }: Response): boolean {
  return status === 409 && headers.get(SESSION_ID_HEADER) === OTHER_SESSION;
}

/** Notifies the listeners and returns the error to throw. */
export function createRefusal(): OtherSession {
  store.setState(({ refusals }) => ({ refusals: refusals + 1 }));
  return new OtherSession('another session has begun');
}

/** Calls `onRefused` for each refused call. Returns a function that stops this. */
export function watchRefusals(onRefused: () => void): () => void {
  return store.subscribe((now, before) => {
    if (now.refusals !== before.refusals) onRefused();
  });
}

/** Resolves when a session other than `id` is shown. */
async function waitForOtherSession(id: string | null): Promise<void> {
  if (getCurrentSession() !== id) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = store.subscribe((now) => {
    if (now.id !== id) resolve();
  });
  await promise;
  stop();
}

/**
 * Runs a call that changes who is signed in. Answers that arrive meanwhile may belong to either user, so `runForOneUser`
 * holds them back until it has finished.
 */
export async function changeUser<T>(change: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  store.setState({ change: promise });
  try {
    const changed = await change();
    countUserChange();
    return changed;
  } finally {
    store.setState({ change: null });
    resolve();
  }
}

/** Call this when another user has signed in, or the user has signed out. */
export function countUserChange(): void {
  store.setState(({ users }) => ({ users: users + 1 }));
}

/**
 * Runs a call for the current user. If another user signs in meanwhile, the promise never settles, because the pages
 * that wait for it are gone or about to go. If the same user signed in again in another window and the host therefore
 * refused the call, the call is repeated in the new session.
 */
export async function runForOneUser<T>(call: () => Promise<T>): Promise<T> {
  const { users, id } = store.getState();
  try {
    const answer = await call();
    await waitForSameUser(users);
    return answer;
  } catch (error) {
    const isRefused = error instanceof OtherSession;
    if (isRefused) await waitForOtherSession(id);
    await waitForSameUser(users);
    if (isRefused) return runForOneUser(call);
    throw error;
  }
}

async function waitForSameUser(users: number): Promise<void> {
  await store.getState().change;
  if (store.getState().users !== users) await new Promise<never>(() => {});
}
