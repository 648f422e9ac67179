import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { fetchCode } from '../lib/host/bridge-client.ts';
import { ProgramFrame } from './program-notice.tsx';
import { Providers } from './providers.tsx';
import { SessionGate } from './session-gate.tsx';

const fetchWindow = () => fetchCode(() => import('./router.tsx'));

const PreferencesGate = lazy(async () => ({
  default: (await fetchCode(() => import('./preferences-gate.tsx'))).PreferencesGate,
}));

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

/** Starts to fetch the frame and its pages when a user is signed in, in parallel with the preferences. */
function SignedIn() {
  useEffect(() => void fetchWindow(), []);
  return (
    <Suspense fallback={null}>
      <PreferencesGate>
        <SignedInWindow />
      </PreferencesGate>
    </Suspense>
  );
}
