import { createStore } from 'zustand';
import { OTHER_SESSION, SESSION_ID_HEADER } from '../../../shared/contract/session-id.ts';

interface ShownSession {
  /** Of the user whose pages are drawn; null where none are. */
  readonly id: string | null;
  /** How often the host refused a call because another session has begun. */
  readonly refusals: number;
}

const shown = createStore<ShownSession>()(() => ({ id: null, refusals: 0 }));

/** The host refused a call: in another window somebody else has signed in, or the same user anew. */
export class OtherSession extends Error {
  override readonly name = 'OtherSession';
}

export const shownSession = (): string | null => shown.getState().id;

/** What each call to the host says of the session that is shown. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const id = shownSession();
  return id === null ? {} : { [SESSION_ID_HEADER]: id };
}

/** From now on pages of this session are drawn, or with null none. */
export function showSession(id: string | null): void {
  shown.setState({ id });
}

export function isOfOtherSession({ status, headers }: Response): boolean {
  return status === 409 && headers.get(SESSION_ID_HEADER) === OTHER_SESSION;
}

/** To be thrown, once whoever listens was told. */
export function refused(): OtherSession {
  shown.setState(({ refusals }) => ({ refusals: refusals + 1 }));
  return new OtherSession('another session has begun');
}

/** Calls `onRefused` for each call that is refused; answers how to stop that. */
export function watchRefusals(onRefused: () => void): () => void {
  return shown.subscribe((now, before) => {
    if (now.refusals !== before.refusals) onRefused();
  });
}

/** Ends once another session is shown than `id`. */
export async function sessionAfter(id: string | null): Promise<void> {
  if (shownSession() !== id) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = shown.subscribe((now) => {
    if (now.id !== id) resolve();
  });
  await promise;
  stop();
}
