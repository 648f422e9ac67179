import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { ProductMark } from '../../components/product-logo.tsx';
import { useSignIn, useSwitchSignIn } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useRetryWait } from '../../lib/use-retry-wait.ts';
import { DemoButton } from './demo-button.tsx';
import { DEMO_SIGN_IN } from './demo-sign-in.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { RememberedList } from './remembered-list.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { SignInForm, type SignInStart } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';
import type { SignedOut } from './signed-out.ts';

interface SignInPageProps {
  readonly session: SignedOut;
}

export function SignInPage({ session }: SignInPageProps) {
  const { t } = useTranslation();
  const { platform } = useSettings();
  const signIn = useSignIn();
  const enter = useSwitchSignIn();
  /** What the form begins with; null while the remembered ones are shown. */
  const [asked, setAsked] = useState<SignInStart | null>(null);
  const isDemo = signIn.variables === DEMO_SIGN_IN;
  const failed = signIn.error ?? enter.error;
  const waitS = useRetryWait(failed);
  const mustWait = waitS > 0;
  const hasList = session.remembered.length > 0;
  const entered = session.remembered.find(({ id }) => id === enter.variables?.id);

  const ask = (start: SignInStart) => {
    signIn.reset();
    enter.reset();
    setAsked(start);
  };
  const choose = (chosen: RememberedSignIn) => {
    const { account, email, platform: where, needsPassword } = chosen;
    if (needsPassword) return ask({ account, email, platform: where });
    signIn.reset();
    enter.mutate(chosen);
  };
  return (
    <main className={styles.page}>
      <LanguageSwitch />
      <div className={styles.column}>
        <ProductMark size={36} />
        <h1 className={styles.title}>{t('signIn.title')}</h1>
        {failed && (
          <SignInFailure
            error={failed}
            waitS={waitS}
            isElsewhere={(signIn.variables ?? entered)?.platform != null}
            isRemembered={enter.isError}
          />
        )}
        {signIn.isIdle && enter.isIdle && session.reason !== null && (
          <p className={styles.reason} role="status">
            {t(`signIn.reason.${session.reason}`)}
          </p>
        )}
        {hasList && asked === null ? (
          <RememberedList
            signIns={session.remembered}
            isBusy={enter.isPending || mustWait}
            onChoose={choose}
            onOther={() => ask({ account: '', email: '', platform })}
          />
        ) : (
          <SignInForm
            // Until the settings are read it is not known which platform is the usual one.
            key={asked === null ? platform : 'asked'}
            session={session}
            start={asked ?? { account: '', email: '', platform }}
            isBusy={signIn.isPending && !isDemo}
            mustWait={mustWait && !isDemo}
            onSubmit={signIn.mutate}
          />
        )}
        {hasList && asked !== null && (
          <Button variant="subtle" mt="sm" onClick={() => setAsked(null)}>
            {t('signIn.back')}
          </Button>
        )}
        <div className={styles.or}>{t('signIn.or')}</div>
        <DemoButton
          isBusy={signIn.isPending && isDemo}
          isDisabled={mustWait && isDemo}
          onClick={() => signIn.mutate(DEMO_SIGN_IN)}
        />
      </div>
    </main>
  );
}
