import type { QueryClient } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { PreferencesGate } from './preferences-gate.tsx';
import { Providers } from './providers.tsx';
import { SessionGate } from './session-gate.tsx';

/** The frame and its pages are fetched once somebody is signed in. */
const SignedInWindow = lazy(async () => ({
  default: (await import('./signed-in-window.tsx')).SignedInWindow,
}));

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <StrictMode>
      <Providers client={client}>
        <SessionGate>
          <PreferencesGate>
            <Suspense fallback={null}>
              <SignedInWindow />
            </Suspense>
          </PreferencesGate>
        </SessionGate>
      </Providers>
    </StrictMode>
  );
}
