import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../../shared/contract/auth.ts';
import type { BridgeArgument, RememberedSignIn, SessionState } from '../../../shared/contract/bridge.ts';
import { type Amount, HALF_CENT } from '../../../shared/money.ts';
import { formatPlatform } from '../../../shared/platform-address.ts';
import type { PlatformKind } from '../../../shared/platforms/platform-kind.ts';
import { getPlatformKind } from '../../../shared/platforms/registry.ts';
import { callBridge } from './bridge-client.ts';
import { changingUser } from './current-session.ts';
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

/** The previous session continues where this fails. */
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

const MeContext = createContext<Me | null>(null);

export const MeProvider = MeContext.Provider;

/** The signed-in user; only below the session gate. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('useMe is used outside the session gate');
  return me;
}

/** Whether a user may call what needs more than reading: owners and accountants. */
export function mayManage({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('owner') || roles.includes('accountant');
}

/** Whether a user may change what holds for the whole company, or for all users of this computer. */
export function isManager(me: Pick<Me, 'roles' | 'locked_location'>): boolean {
  return mayManage(me) && me.locked_location === null;
}

/** Identifies a user; data that was read for one is shown to no other. */
export function nameOfUser({ account, user }: Me): string {
  return `${account}/${user.id}`;
}

/**
 * By how much each figure of the signed-in user's platform may be off: half a cent if it may round each one by itself;
 * else 0.
 */
export function useRounding(): Amount {
  return usePlatformKind()?.roundsFigures ? HALF_CENT : 0;
}

/** The kind of the signed-in user's platform; null for the built-in one, and before anybody has signed in. */
export function usePlatformKind(): PlatformKind | null {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const platform = session?.kind === 'signed-in' ? session.platform : null;
  return platform === null ? null : getPlatformKind(platform);
}

/** What staff know a platform by: where it is. */
export function usePlatformName(): (platform: string | null) => string {
  const { t } = useTranslation();
  return (platform) => (platform === null ? t('signIn.thisPc') : formatPlatform(platform));
}
