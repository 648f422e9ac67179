import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeArgument, RememberedSignIn, SessionState } from '../../../shared/contract/bridge.ts';
import { ProductLogo } from '../../components/product-logo.tsx';
import { useNotifyFailure, useRetryWait } from '../../lib/failures.ts';
import { useSignIn, useSwitchSignIn } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { useChangeSettings, useSettings, useViewChoices } from '../../lib/settings.ts';
import { RememberedList } from './remembered-list.tsx';
import { SignInFailure, SignInForm, type SignInStart } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

export function SignInPage({ session }: { readonly session: SignedOut }) {
  const { t } = useTranslation();
  const { platform } = useSettings();
  const signIn = useSignIn();
  const enter = useSwitchSignIn();
  /** The first values of the form; null while the list of remembered sign-ins is visible. */
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
        <ProductLogo size={36} />
        <h1 className={styles.title}>{t('signIn.title')}</h1>
        {failed && (
          <SignInFailure
            error={failed}
            waitS={waitS}
            tried={signIn.variables ?? entered}
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
            failed={isDemo ? null : failed}
            onSubmit={signIn.mutate}
          />
        )}
        {hasList && asked !== null && (
          <Button variant="subtle" mt="sm" onClick={() => setAsked(null)}>
            {t('signIn.back')}
          </Button>
        )}
        <div className={styles.or}>{t('states.or')}</div>
        <DemoButton
          isBusy={signIn.isPending && isDemo}
          isDisabled={mustWait && isDemo}
          onClick={() => signIn.mutate(DEMO_SIGN_IN)}
        />
      </div>
    </main>
  );
}

/** Each language has its own name, for users who cannot read the other. */
function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useLanguage();
  const change = useChangeSettings();
  const { languages } = useViewChoices();
  const notifyFailure = useNotifyFailure();
  return (
    <fieldset className={styles.switch}>
      <VisuallyHidden component="legend">{t('shell.language')}</VisuallyHidden>
      {languages.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          lang={value}
          className={styles.choice}
          aria-pressed={value === language}
          onClick={() => change.mutate({ language: value }, { onError: notifyFailure })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

export type SignedOut = Extract<SessionState, { kind: 'signed-out' }>;

interface DemoButtonProps {
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function DemoButton({ isBusy, isDisabled, onClick }: DemoButtonProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        fullWidth
        size="sm"
        variant="default"
        loading={isBusy}
        disabled={isDisabled}
        aria-describedby="demo-hint"
        onClick={onClick}
      >
        {t('signIn.demo')}
      </Button>
      <p id="demo-hint" className={styles.demoHint}>
        {t('signIn.demoHint')}
      </p>
    </>
  );
}

/** The demo shop that comes with the program; there is nothing in it to protect. */
const DEMO_SIGN_IN: BridgeArgument<'signIn'> = {
  account: 'demo',
  email: 'owner@demo.example',
  password: 'tilldesk-demo',
  platform: null,
  remember: false,
};
