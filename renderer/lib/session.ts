import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BridgeArgument, RememberedSignIn, SessionState } from '../../shared/contract/bridge.ts';
import { callBridge } from './host/bridge-client.ts';
import { changingUser } from './host/change-of-user.ts';
import { nameOfUser } from './me.ts';
import { SESSION_KEY } from './query-client.ts';

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: () => callBridge('readSession', {}),
});

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BridgeArgument<'signIn'>) =>
      changingUser(async () => show(client, await callBridge('signIn', input))),
    // Its input holds the password: nothing of it stays once the sign-in page is gone.
    gcTime: 0,
  });
}

/** The session before goes on where this fails. */
export function useSwitchSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<RememberedSignIn, 'id'>) =>
      changingUser(async () => show(client, await callBridge('switchSignIn', { id }))),
    // A password that was refused is not remembered any more.
    onError: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}

export function useForgetSignIn() {
  const client = useQueryClient();
  return useMutation({
    /** One by its id, or with null all. */
    mutationFn: async (id: string | null) => show(client, await callBridge('forgetSignIn', { id })),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => changingUser(async () => show(client, await callBridge('signOut', {}))),
  });
}

/** What is just being read may be of the session before. */
async function show(client: QueryClient, session: SessionState): Promise<SessionState> {
  await client.cancelQueries({ queryKey: SESSION_KEY });
  client.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** Names the user of a session; two sessions with one name may share what has been read. */
export function userOf(session: SessionState | undefined): string | null {
  if (session?.kind !== 'signed-in') return null;
  return `${session.platform ?? ''} ${nameOfUser(session.me)}`;
}
