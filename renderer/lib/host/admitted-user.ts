import { notifications } from '@mantine/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SessionState } from '../../../shared/contract/bridge.ts';
import { SETTINGS_KEY } from '../settings.ts';
import { countUserChange, showSession, watchRefusals } from './current-session.ts';
import { SESSION_KEY } from './query-client.ts';
import { getSessionUserKey } from './session.ts';
import { resetUserStores } from './user-stores.ts';

/**
 * The signed-in user; `null` until all data of the previous user is dropped. No page is drawn in between, as it could
 * read again what is being dropped. The user may also have changed in another window.
 */
export function useAdmittedUser(session: SessionState | undefined): string | null {
  const client = useQueryClient();
  const user = getSessionUserKey(session);
  const sessionId = session?.kind === 'signed-in' ? session.sessionId : null;
  const [admitted, setAdmitted] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => watchRefusals(() => void client.invalidateQueries({ queryKey: SESSION_KEY })), [client]);
  useLayoutEffect(() => {
    if (admitted === user) return;
    countUserChange();
    forgetUser(client);
    if (user !== null) {
      if (latest.current !== null && latest.current !== user) leavePage();
      latest.current = user;
    }
    setAdmitted(user);
  }, [admitted, user, client]);
  // Runs after the data of the previous user is dropped, as their calls must not be repeated for the next one.
  useLayoutEffect(() => showSession(sessionId), [sessionId]);
  return admitted === user ? user : null;
}

/** Removes the filters of the previous user from the address. Not called if the same user signs in again. */
function leavePage(): void {
  window.history.replaceState(null, '', window.location.pathname);
}

const USER_INDEPENDENT_KEYS: readonly unknown[] = [SESSION_KEY[0], SETTINGS_KEY[0]];

/** Drops everything that the previous user read, chose, opened or exported, and all notifications. */
function forgetUser(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => !USER_INDEPENDENT_KEYS.includes(query.queryKey[0]) });
  // A running mutation contains data of the user, and its result would show in the window of the next one.
  client.getMutationCache().clear();
  notifications.clean();
  notifications.cleanQueue();
  resetUserStores();
}
