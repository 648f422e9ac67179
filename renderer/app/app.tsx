import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { fetchCode } from '../lib/host/bridge-client.ts';
import { PreferencesGate } from './preferences-gate.tsx';
import { Providers } from './providers.tsx';
import { SessionGate } from './session-gate.tsx';

const fetchWindow = () => fetchCode(() => import('./signed-in-window.tsx'));
const SignedInWindow = lazy(async () => ({ default: (await fetchWindow()).SignedInWindow }));

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <Providers client={client}>
      <SessionGate>
        <SignedIn />
      </SessionGate>
    </Providers>
  );
}

/** The frame and its pages are fetched once somebody is signed in, beside the preferences that they begin with. */
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
