import { Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProductLogo } from '../components/product-logo.tsx';
import { Delayed } from '../components/states/loading.tsx';
import { QueryFailure } from '../components/states/query-states.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { useAdmittedUser } from '../lib/host/admitted-user.ts';
import { MeProvider, sessionQuery } from '../lib/host/session.ts';

/** Shows the sign-in page, or its children if a user is signed in. Each user gets new state. */
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
