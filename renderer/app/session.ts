import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BridgeArgument, SessionState } from '../../shared/contract/bridge.ts';
import { callBridge } from '../lib/bridge-client.ts';
import { nameOfUser } from '../lib/me.ts';
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

/** Names the user of a session; two sessions with one name may share what has been read. */
export function userOf(session: SessionState | undefined): string | null {
  return session?.kind === 'signed-in' ? nameOfUser(session.me) : null;
}
