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
import { changeUser } from './current-session.ts';
import { SESSION_KEY } from './query-client.ts';

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: () => callBridge('readSession', {}),
});

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: BridgeArgument<'signIn'>) =>
      changeUser(async () => storeSession(client, await callBridge('signIn', input))),
    // The input contains the password, so nothing of it is stored once the sign-in page is gone.
    gcTime: 0,
  });
}

/** If this fails, the previous session continues. */
export function useSwitchSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Pick<RememberedSignIn, 'id'>) =>
      changeUser(async () => storeSession(client, await callBridge('switchSignIn', { id }))),
    // A refused password is no longer remembered.
    onError: () => client.invalidateQueries({ queryKey: SESSION_KEY }),
  });
}

export function useForgetSignIn() {
  const client = useQueryClient();
  return useMutation({
    /** `id` is `null` for all. */
    mutationFn: async (id: string | null) => storeSession(client, await callBridge('forgetSignIn', { id })),
  });
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => changeUser(async () => storeSession(client, await callBridge('signOut', {}))),
  });
}

/** A reading in progress may belong to the previous session. */
async function storeSession(client: QueryClient, session: SessionState): Promise<SessionState> {
  await client.cancelQueries({ queryKey: SESSION_KEY });
  client.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** A key of the user of a session. Two sessions with the same key may share the data that was read. */
export function getSessionUserKey(session: SessionState | undefined): string | null {
  if (session?.kind !== 'signed-in') return null;
  return `${session.platform ?? ''} ${getUserKey(session.me)}`;
}

const MeContext = createContext<Me | null>(null);

export const MeProvider = MeContext.Provider;

/** The signed-in user. Only works inside the session gate. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === null) throw new Error('useMe is used outside the session gate');
  return me;
}

/** Whether a user may do more than read, as owners and accountants may. */
export function mayManage({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('owner') || roles.includes('accountant');
}

/** Whether a user may change settings of the whole company or of all users of this computer. */
export function isManager(me: Pick<Me, 'roles' | 'locked_location'>): boolean {
  return mayManage(me) && me.locked_location === null;
}

/** A key of a user. Data that was read for one user is never shown to another. */
export function getUserKey({ account, user }: Me): string {
  return `${account}/${user.id}`;
}

/**
 * The possible error of each figure of the platform: half a cent if the platform may round each one separately, else 0.
 */
export function useRounding(): Amount {
  return usePlatformKind()?.roundsFigures ? HALF_CENT : 0;
}

/** The kind of the signed-in user's platform; `null` for the built-in one and if nobody is signed in. */
export function usePlatformKind(): PlatformKind | null {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const platform = session?.kind === 'signed-in' ? session.platform : null;
  return platform === null ? null : getPlatformKind(platform);
}

/** Names a platform by its address, as staff know it. */
export function usePlatformName(): (platform: string | null) => string {
  const { t } = useTranslation();
  return (platform) => (platform === null ? t('signIn.thisPc') : formatPlatform(platform));
}
