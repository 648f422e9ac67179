import { Center } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { SessionState } from '../../shared/contract/bridge.ts';
import { ProductLogo } from '../components/product-logo.tsx';
import { Delayed } from '../components/states/loading.tsx';
import { QueryFailure } from '../components/states/query-states.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { useLastSearches } from '../lib/address/search.ts';
import { useExportsStore } from '../lib/exports/exports-store.ts';
import { noteOtherUser, showSession, watchRefusals } from '../lib/host/current-session.ts';
import { SESSION_KEY } from '../lib/query-client.ts';
import { MeProvider, sessionQuery, userOf } from '../lib/session.ts';
import { SETTINGS_KEY } from '../lib/settings.ts';
import { usePaletteStore, useShellDialogStore } from './shell/shell-store.ts';

/** Shows its children to a signed-in user, with new state for each user, and otherwise the sign-in page. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useQuery(sessionQuery);
  const user = useAdmittedUser(session.data);
  if (session.data?.kind === 'signed-in') {
    return user === null ? null : (
      <MeProvider key={user} value={session.data.me}>
        {children}
      </MeProvider>
    );
  }
  if (session.data) return <SignInPage session={session.data} />;
  if (session.isError) {
    return (
      <main>
        <QueryFailure query={session} />
      </main>
    );
  }
  return (
    <Delayed>
      <Center component="main" h="100%">
        <ProductLogo size={40} />
      </Center>
    </Delayed>
  );
}

/**
 * The signed-in user, once nothing of the user before is left; null until then. Between two users no page is
 * drawn, so that none reads again what is just being dropped. Another window may have changed the user.
 */
function useAdmittedUser(session: SessionState | undefined): string | null {
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
  // After the data of the previous user is dropped: their calls must not be repeated for the next one.
  useLayoutEffect(() => showSession(sessionId), [sessionId]);
  return admitted === user ? user : null;
}

/** Removes the filters of the previous user from the address. The same user finds them there again. */
function leavePage(): void {
  window.history.replaceState(null, '', window.location.pathname);
}

const NOT_OF_A_USER: readonly unknown[] = [SESSION_KEY[0], SETTINGS_KEY[0]];

/** Drops everything that the previous user read, chose, opened or exported, and all notifications. */
function forgetUser(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => !NOT_OF_A_USER.includes(query.queryKey[0]) });
  // A mutation under way contains data of the user, and its result would show in the window of the next one.
  client.getMutationCache().clear();
  notifications.clean();
  notifications.cleanQueue();
  reset(useExportsStore);
  reset(useLastSearches);
  reset(usePaletteStore);
  reset(useShellDialogStore);
}

function reset<State>(store: StoreApi<State>): void {
  store.setState(store.getInitialState(), true);
}
