import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProductMark } from '../../app/product-mark.tsx';
import { useSignIn } from '../../app/session.ts';
import { useRetryWait } from '../../components/use-retry-wait.ts';
import { DEMO_SIGN_IN } from './demo-sign-in.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';
import type { SignedOut } from './signed-out.ts';

interface SignInPageProps {
  readonly session: SignedOut;
}

export function SignInPage({ session }: SignInPageProps) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const isDemo = signIn.variables === DEMO_SIGN_IN;
  const waitS = useRetryWait(signIn.error);
  const mustWait = waitS > 0;
  return (
    <main className={styles.page}>
      <LanguageSwitch />
      <div className={styles.column}>
        <ProductMark size={36} />
        <h1 className={styles.title}>{t('signIn.title')}</h1>
        {signIn.isError && <SignInFailure error={signIn.error} waitS={waitS} />}
        {signIn.isIdle && session.reason !== null && (
          <p className={styles.reason} role="status">
            {t(`signIn.reason.${session.reason}`)}
          </p>
        )}
        <SignInForm
          session={session}
          isBusy={signIn.isPending && !isDemo}
          mustWait={mustWait && !isDemo}
          onSubmit={signIn.mutate}
        />
        <div className={styles.or}>{t('signIn.or')}</div>
        <Button
          fullWidth
          size="sm"
          variant="default"
          loading={signIn.isPending && isDemo}
          disabled={mustWait && isDemo}
          aria-describedby="demo-hint"
          onClick={() => signIn.mutate(DEMO_SIGN_IN)}
        >
          {t('signIn.demo')}
        </Button>
        <p id="demo-hint" className={styles.demoHint}>
          {t('signIn.demoHint')}
        </p>
      </div>
    </main>
  );
}
