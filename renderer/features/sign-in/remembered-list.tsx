import { ActionIcon, Button, Group } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import formStyles from '../../components/overlays/dialog-form.module.css';
import { useNotifyFailure } from '../../lib/failures.ts';
import { useForgetSignIn, usePlatformName } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import styles from './sign-in-page.module.css';
import { formatSignIn } from './sign-in-request.ts';

interface RememberedListProps {
  /** Last used first. */
  readonly signIns: readonly RememberedSignIn[];
  readonly isBusy: boolean;
  readonly onChoose: (signIn: RememberedSignIn) => void;
  readonly onOther: () => void;
}

/** The sign-ins that this computer remembers, and a button for another one. */
export function RememberedList({ signIns, isBusy, onChoose, onOther }: RememberedListProps) {
  const { t } = useTranslation();
  const forget = useForgetSignIn();
  const notifyFailure = useNotifyFailure();
  const list = useRef<HTMLUListElement>(null);
  const { length } = signIns;
  // Focuses the latest sign-in, at first and when the focused one was removed.
  useEffect(() => {
    if (length > 0) list.current?.querySelector('button')?.focus();
  }, [length]);
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={t('signIn.choose')}>
        {signIns.map((signIn) => (
          <RememberedRow
            key={signIn.id}
            signIn={signIn}
            isBusy={isBusy}
            onChoose={() => onChoose(signIn)}
            onForget={() => forget.mutate(signIn.id, { onError: notifyFailure })}
          />
        ))}
      </ul>
      <Button size="sm" variant="default" fullWidth disabled={isBusy} onClick={onOther}>
        {t('signIn.other')}
      </Button>
      {signIns.length > 1 && <ForgetAll onForget={() => forget.mutate(null, { onError: notifyFailure })} />}
    </>
  );
}

interface RememberedRowProps {
  readonly signIn: RememberedSignIn;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
  readonly onForget: () => void;
}

/** A remembered sign-in: a button that signs in, and one that asks to forget it. */
function RememberedRow({ signIn, isBusy, onChoose, onForget }: RememberedRowProps) {
  const { t } = useTranslation();
  const formatPlatformName = usePlatformName();
  const language = useLanguage();
  const question = useQuestion();
  const { account, platform, needsPassword } = signIn;
  const email = formatSignIn(signIn, language);
  if (question.isOpen) {
    return (
      <li className={styles.asking}>
        <ForgetQuestion question={t('signIn.forgetAsk', { email })} onCancel={question.close} onForget={onForget} />
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <button type="button" className={styles.choose} disabled={isBusy} onClick={onChoose}>
        <span className={styles.account}>{account}</span>
        <span className={styles.place}>{formatPlatformName(platform)}</span>
        <span className={styles.email}>{email}</span>
        {needsPassword && <span className={styles.note}>{t('signIn.needsPassword')}</span>}
      </button>
      <ActionIcon
        className={styles.forget ?? ''}
        aria-label={t('signIn.forget', { account, email })}
        autoFocus={question.takesFocus}
        onClick={question.open}
      >
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function ForgetAll({ onForget }: { readonly onForget: () => void }) {
  const { t } = useTranslation();
  const question = useQuestion();
  if (!question.isOpen) {
    return (
      <Button variant="subtle" mt="xs" autoFocus={question.takesFocus} onClick={question.open}>
        {t('signIn.forgetAll')}
      </Button>
    );
  }
  return (
    <div className={styles.asking}>
      <ForgetQuestion question={t('signIn.forgetAllAsk')} onCancel={question.close} onForget={onForget} />
    </div>
  );
}

interface ForgetQuestionProps {
  readonly question: string;
  readonly onCancel: () => void;
  readonly onForget: () => void;
}

/** Asks before sign-ins are forgotten. The cancel button has the focus. */
function ForgetQuestion({ question, onCancel, onForget }: ForgetQuestionProps) {
  const { t } = useTranslation();
  return (
    <>
      <span className={styles.ask}>{question}</span>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button variant="default" autoFocus onClick={onCancel}>
          {t('states.cancel')}
        </Button>
        <Button variant="default" className={formStyles.danger ?? ''} onClick={onForget}>
          {t('signIn.forgetYes')}
        </Button>
      </Group>
    </>
  );
}

/** A question that replaces the button that opened it. */
function useQuestion() {
  const [state, setState] = useState<'unasked' | 'open' | 'closed'>('unasked');
  return {
    isOpen: state === 'open',
    /** The button takes the focus again, as it did not exist while the question was open. */
    takesFocus: state === 'closed',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}
