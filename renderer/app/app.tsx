import type { QueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { fetchCode } from '../lib/host/bridge-client.ts';
import { usePreferencesQuery, useSavedHabits } from '../lib/preferences.ts';
import { ProgramFrame } from './program-notice.tsx';
import { Providers } from './providers.tsx';
import { SessionGate } from './session-gate.tsx';

const fetchWindow = () => fetchCode(() => import('./router.tsx'));

const SignedInWindow = lazy(async () => ({ default: (await fetchWindow()).SignedInWindow }));

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <Providers client={client}>
      <ProgramFrame>
        <SessionGate>
          <SignedIn />
        </SessionGate>
      </ProgramFrame>
    </Providers>
  );
}

/** Fetches the frame and its pages once a user is signed in, in parallel with the preferences. */
function SignedIn() {
  useEffect(() => void fetchWindow(), []);
  return (
    <PreferencesGate>
      <Suspense fallback={null}>
        <SignedInWindow />
      </Suspense>
    </PreferencesGate>
  );
}

/** Draws no page before it is known with which period and shop it begins; without an answer with the default ones. */
function PreferencesGate({ children }: { readonly children: ReactNode }) {
  // Also while it is read again after a failure: what was begun on a page stays.
  const { data, isFetched } = usePreferencesQuery();
  useSavedHabits(data?.habits);
  return isFetched ? children : null;
}
