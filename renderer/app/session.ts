import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Me } from '../../shared/contract/auth.ts';
import type { BridgeArgument, SessionState } from '../../shared/contract/bridge.ts';
import { callBridge } from '../lib/bridge-client.ts';
import { SESSION_KEY } from '../lib/query-client.ts';

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: () => callBridge('readSession', {}),
});

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BridgeArgument<'signIn'>) => callBridge('signIn', input),
    // Its input holds the password: nothing of it stays once the sign-in page is gone.
    gcTime: 0,
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callBridge('signOut', {}),
    onSuccess: (session) => client.setQueryData(sessionQuery.queryKey, session),
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
