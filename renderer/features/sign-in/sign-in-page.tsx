import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BridgeArgument, RememberedSignIn, SessionState } from '../../../shared/contract/bridge.ts';
import { PRODUCT_NAME } from '../../components/page/page-header.tsx';
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
  const switching = useSwitchSignIn();
  const hasList = session.remembered.length > 0;
  /**
   * The initial values of the form; `null` while it is hidden. After a session has ended, the form is shown at once.
   */
  const [start, setStart] = useState<SignInStart | 'usual' | null>(
    session.reason !== null && !hasList ? 'usual' : null,
  );
  const isDemo = signIn.variables === DEMO_SIGN_IN;
  const failed = signIn.error ?? switching.error;
  const waitS = useRetryWait(failed);
  const mustWait = waitS > 0;
  const defaultStart: SignInStart = { account: '', email: '', platform };
  const entered = session.remembered.find(({ id }) => id === switching.variables?.id);

  const showForm = (start: SignInStart | 'usual' | null) => {
    signIn.reset();
    switching.reset();
    setStart(start);
  };
  useEffect(() => {
    document.title = t('signIn.title');
    return () => {
      document.title = PRODUCT_NAME;
    };
  }, [t]);
  const choose = (chosen: RememberedSignIn) => {
    const { account, email, platform: where, needsPassword } = chosen;
    if (needsPassword) return showForm({ account, email, platform: where });
    signIn.reset();
    switching.mutate(chosen);
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
            isRemembered={switching.isError}
          />
        )}
        {signIn.isIdle && switching.isIdle && session.reason !== null && (
          <p className={styles.reason} role="status">
            {t(`signIn.reason.${session.reason}`)}
          </p>
        )}
        {start === null && !hasList && <p className={styles.purpose}>{t('signIn.purpose')}</p>}
        {start === null && hasList && (
          <RememberedList
            signIns={session.remembered}
            isBusy={switching.isPending || mustWait}
            onChoose={choose}
            onOther={() => showForm('usual')}
          />
        )}
        {start !== null && (
          <>
            <SignInForm
              // Resets the form when the settings are read, as only then the default platform is known.
              key={start === 'usual' ? platform : 'asked'}
              session={session}
              start={start === 'usual' ? defaultStart : start}
              isBusy={signIn.isPending && !isDemo}
              mustWait={mustWait && !isDemo}
              failed={isDemo ? null : failed}
              onChangePlatform={signIn.reset}
              onSubmit={signIn.mutate}
            />
            <Button variant="subtle" mt="sm" onClick={() => showForm(null)}>
              {t('signIn.back')}
            </Button>
          </>
        )}
        {start === null && (
          <>
            {hasList && <div className={styles.or}>{t('states.or')}</div>}
            <WayIn
              label={t('signIn.demo')}
              hint={t('signIn.demoHint')}
              isBusy={signIn.isPending && isDemo}
              isDisabled={mustWait && isDemo}
              onClick={() => signIn.mutate(DEMO_SIGN_IN)}
            />
            {!hasList && (
              <WayIn label={t('signIn.submit')} hint={t('signIn.submitHint')} onClick={() => showForm('usual')} />
            )}
          </>
        )}
      </div>
    </main>
  );
}

/** Each language is named in itself, for users who cannot read the other one. */
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

interface WayInProps {
  readonly label: string;
  /** Says whom the option is for. */
  readonly hint: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

function WayIn({ label, hint, isBusy = false, isDisabled = false, onClick }: WayInProps) {
  const hintId = useId();
  return (
    <>
      <Button
        fullWidth
        size="sm"
        variant="default"
        loading={isBusy}
        disabled={isDisabled}
        aria-describedby={hintId}
        onClick={onClick}
      >
        {label}
      </Button>
      <p id={hintId} className={styles.wayHint}>
        {hint}
      </p>
    </>
  );
}

/** The demo shop, which contains nothing to protect. */
const DEMO_SIGN_IN: BridgeArgument<'signIn'> = {
  account: 'demo',
  email: 'owner@demo.example',
  password: 'tilldesk-demo',
  platform: null,
  remember: false,
};
