import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProductMark } from '../components/product-logo.tsx';
import { Delayed } from '../components/states/delayed.tsx';
import { FailurePanel } from '../components/states/failure-panel.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { MeProvider } from '../lib/me.ts';
import { sessionQuery } from '../lib/session.ts';
import { useAdmittedUser } from './admitted-user.ts';
import styles from './session-gate.module.css';

/** Shows its children to a user who is signed in, anew for each user, and the sign-in page to everybody else. */
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
        <FailurePanel
          error={session.error}
          onRetry={() => void session.refetch()}
          isRetrying={session.isFetching}
        />
      </main>
    );
  }
  return (
    <Delayed>
      <main className={styles.waiting}>
        <ProductMark size={40} />
      </main>
    </Delayed>
  );
}
