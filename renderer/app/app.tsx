import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { SessionGate } from './session-gate.tsx';

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <StrictMode>
      <Providers client={client}>
        <SessionGate>
          <Pages />
        </SessionGate>
      </Providers>
    </StrictMode>
  );
}

function Pages() {
  const [router] = useState(createAppRouter);
  return <RouterProvider router={router} />;
}
