import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { formatSignIn } from '../../features/sign-in/sign-in-request.ts';
import { hasRunning, useExportsStore } from '../../lib/exports/exports-store.ts';
import { useFailureMessage, useNotifyProblem } from '../../lib/failures.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { sessionQuery, usePlatformName, useSwitchSignIn } from '../../lib/host/session.ts';
import { useLanguage } from '../../lib/language.ts';
import { openShellDialog } from '../shell/shell-store.ts';
import styles from './account.module.css';

/** Part of the account menu: the remembered sign-ins to switch to, and a sign-in with another account. */
export function SwitchItems() {
  const { t } = useTranslation();
  const { data: session } = useQuery(sessionQuery);
  const { switchTo, isPending } = useSwitchTo();
  if (session?.kind !== 'signed-in') return null;
  return (
    <>
      <Menu.Label>{t('signIn.switch.accounts')}</Menu.Label>
      {session.remembered.map((signIn) => (
        <SwitchItem
          key={signIn.id}
          signIn={signIn}
          isCurrent={signIn.id === session.signInId}
          isBusy={isPending}
          onChoose={() => switchTo(signIn)}
        />
      ))}
      <Menu.Item disabled={isPending} onClick={() => openShellDialog({ kind: 'sign-in', start: null })}>
        {t('signIn.switch.other')}
      </Menu.Item>
    </>
  );
}

interface SwitchItemProps {
  readonly signIn: RememberedSignIn;
  readonly isCurrent: boolean;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
}

/** A remembered sign-in in the menu; the current one cannot be chosen. */
function SwitchItem({ signIn, isCurrent, isBusy, onChoose }: SwitchItemProps) {
  const { t } = useTranslation();
  const formatPlatformName = usePlatformName();
  const language = useLanguage();
  const { account, platform, needsPassword } = signIn;
  const email = formatSignIn(signIn, language);
  const note = isCurrent ? t('signIn.switch.current') : needsPassword && t('signIn.needsPassword');
  return (
    <Menu.Item
      aria-current={isCurrent || undefined}
      disabled={isBusy}
      rightSection={isCurrent && <IconCheck size={15} aria-hidden />}
      onClick={isCurrent ? undefined : onChoose}
    >
      <span className={styles.remembered}>{account}</span>
      <span className={styles.where}>{[email, formatPlatformName(platform)].join(' · ')}</span>
      {note && <span className={styles.where}>{note}</span>}
    </Menu.Item>
  );
}

/**
 * Switches to another remembered user. If there is no password, opens the sign-in form. If an export is running, asks
 * first, because it would stop.
 */
export function useSwitchTo() {
  const { t } = useTranslation();
  const switching = useSwitchSignIn();
  const formatFailure = useFailureMessage();
  const notify = useNotifyProblem();

  function openSignIn({ account, email, platform }: RememberedSignIn): void {
    openShellDialog({ kind: 'sign-in', start: { account, email, platform } });
  }

  function enter(signIn: RememberedSignIn): void {
    switching.mutate(signIn, {
      onError(error) {
        const failure = error instanceof BridgeError ? error.failure : null;
        if (failure?.status === 401) return openSignIn(signIn);
        const problem = signIn.platform === null ? undefined : failure?.platformProblem;
        notify(problem ? t(`signIn.problem.${problem}`) : formatFailure(error));
      },
    });
  }

  return {
    isPending: switching.isPending,
    switchTo(signIn: RememberedSignIn): void {
      if (signIn.needsPassword) openSignIn(signIn);
      else if (hasRunning(useExportsStore.getState())) openShellDialog({ kind: 'switch', signIn });
      else enter(signIn);
    },
    enter,
  };
}
