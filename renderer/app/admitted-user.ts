import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SessionState } from '../../shared/contract/bridge.ts';
import { noteOtherUser } from '../lib/host/change-of-user.ts';
import { showSession, watchRefusals } from '../lib/host/shown-session.ts';
import { SESSION_KEY } from '../lib/query-client.ts';
import { userOf } from '../lib/session.ts';
import { forgetUser } from './forget-user.ts';

/**
 * The signed-in user, once nothing of the user before is left; null until then. Between two users no page is
 * drawn, so that none reads again what is just being dropped. Another window may have changed the user.
 */
export function useAdmittedUser(session: SessionState | undefined): string | null {
  const client = useQueryClient();
  const user = userOf(session);
  const sessionId = session?.kind === 'signed-in' ? session.sessionId : null;
  const [admitted, setAdmitted] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => watchRefusals(() => void client.invalidateQueries({ queryKey: SESSION_KEY })), [client]);
  useLayoutEffect(() => {
    if (admitted === user) return;
    noteOtherUser();
    forgetUser(client);
    if (user !== null) {
      if (latest.current !== null && latest.current !== user) leavePage();
      latest.current = user;
    }
    setAdmitted(user);
  }, [admitted, user, client]);
  // After the one before is forgotten: what was asked for their pages must not be asked anew for the next one.
  useLayoutEffect(() => showSession(sessionId), [sessionId]);
  return admitted === user ? user : null;
}

/** What the user before had chosen stands in the address. Who signs in again finds it there. */
function leavePage(): void {
  window.history.replaceState(null, '', window.location.pathname);
}
