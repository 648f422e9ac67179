import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Me } from '../../shared/contract/auth.ts';
import type { BridgeArgument, SessionState } from '../../shared/contract/bridge.ts';
import { callBridge } from '../lib/bridge-client.ts';
import { SESSION_KEY } from '../lib/query-client.ts';
import { forgetUser } from './forget-user.ts';

export function sessionQuery(client: QueryClient) {
  return queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async () => adopt(client, await callBridge('readSession', {})),
  });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BridgeArgument<'signIn'>) => callBridge('signIn', input),
    // Its input holds the password: nothing of it stays once the sign-in page is gone.
    gcTime: 0,
    onSuccess: (session) => client.setQueryData(SESSION_KEY, adopt(client, session)),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callBridge('signOut', {}),
    onSuccess: (session) => client.setQueryData(SESSION_KEY, adopt(client, session)),
  });
}

const MeContext = createContext<Me | null>(null);

/** Says who is signed in to everything below the session gate. */
export const MeProvider = MeContext.Provider;

/** Who is signed in; only below the session gate, which shows nothing else while nobody is. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('useMe is used outside the session gate');
  return me;
}

/** Names the user of a session; two sessions with one name may share what has been read. */
export function userOf(session: SessionState | undefined): string | null {
  return session?.kind === 'signed-in' ? `${session.me.account}/${session.me.user.id}` : null;
}

/** Another user than before, also one who signed in from another window, finds nothing of the one before. */
function adopt(client: QueryClient, next: SessionState): SessionState {
  const previous = client.getQueryData<SessionState>(SESSION_KEY);
  if (previous !== undefined && userOf(previous) !== userOf(next)) forgetUser(client);
  return next;
}
