import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { SignInFailure, SignInForm, type SignInStart } from '../../features/sign-in/sign-in-form.tsx';
import { hasRunning, useExportsStore } from '../../lib/exports/exports-store.ts';
import { useRetryWait } from '../../lib/failures.ts';
import { sessionQuery, useMe, useSignIn } from '../../lib/host/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { closeShellDialog } from '../shell/shell-store.ts';
import styles from './account.module.css';
import { useSwitchTo } from './switch-items.tsx';

/** Signs in with another account. The current user stays signed in until that succeeds. */
export function SignInDialog({ start }: { readonly start: SignInStart | null }) {
  const { t } = useTranslation();
  const { platform } = useSettings();
  const { data: session } = useQuery(sessionQuery);
  const signIn = useSignIn();
  const waitS = useRetryWait(signIn.error);
  if (session === undefined) return null;
  return (
    <Dialog isOpen title={t('signIn.switch.otherTitle')} onClose={closeShellDialog}>
      <SwitchWarning />
      {signIn.error && <SignInFailure error={signIn.error} waitS={waitS} tried={signIn.variables} />}
      <SignInForm
        session={session}
        start={start ?? { account: '', email: '', platform }}
        isBusy={signIn.isPending}
        mustWait={waitS > 0}
        failed={signIn.error}
        onChangePlatform={signIn.reset}
        onSubmit={signIn.mutate}
      />
    </Dialog>
  );
}

/** Asks before a switch that would stop an export. */
export function SwitchDialog({ signIn }: { readonly signIn: RememberedSignIn }) {
  const { t } = useTranslation();
  const { enter, isPending } = useSwitchTo();
  return (
    <Dialog isOpen title={t('signIn.switch.title')} onClose={closeShellDialog}>
      <SwitchWarning />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" data-autofocus onClick={closeShellDialog}>
          {t('signIn.switch.cancel')}
        </Button>
        <Button loading={isPending} onClick={() => enter(signIn)}>
          {t('signIn.switch.confirm')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** Says that a change of user stops running exports, which need the rights of a signed-in user. */
function SwitchWarning() {
  const { t } = useTranslation();
  const { account } = useMe();
  if (!useExportsStore(hasRunning)) return null;
  return <p className={styles.warning}>{t('signIn.switch.stops', { account })}</p>;
}
