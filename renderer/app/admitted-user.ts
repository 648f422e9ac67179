import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import type { SessionState } from '../../shared/contract/bridge.ts';
import { forgetUser } from './forget-user.ts';
import { userOf } from './session.ts';

/**
 * The signed-in user, once nothing of the user before is left; null until then. Between two users no page is
 * drawn, so that none reads again what is just being dropped. Another window may have changed the user.
 */
export function useAdmittedUser(session: SessionState | undefined): string | null {
  const client = useQueryClient();
  const user = userOf(session);
  const [admitted, setAdmitted] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (admitted === user) return;
    forgetUser(client);
    if (user !== null) {
      if (latest.current !== null && latest.current !== user) leavePage();
      latest.current = user;
    }
    setAdmitted(user);
  }, [admitted, user, client]);
  return admitted === user ? user : null;
}

/** What the user before had chosen stands in the address. Who signs in again finds it there. */
function leavePage(): void {
  window.history.replaceState(null, '', window.location.pathname);
}
