import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { SignInFailure } from '../../features/sign-in/sign-in-failure.tsx';
import { SignInForm, type SignInStart } from '../../features/sign-in/sign-in-form.tsx';
import { sessionQuery, useSignIn } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useRetryWait } from '../../lib/use-retry-wait.ts';
import { closeShellDialog } from '../shell/shell-dialog-store.ts';
import { SwitchWarning } from './switch-warning.tsx';

/** Signs in with another account. Whoever is signed in stays so until that has worked. */
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
      {signIn.error && (
        <SignInFailure error={signIn.error} waitS={waitS} isElsewhere={signIn.variables?.platform != null} />
      )}
      <SignInForm
        session={session}
        start={start ?? { account: '', email: '', platform }}
        isBusy={signIn.isPending}
        mustWait={waitS > 0}
        onSubmit={signIn.mutate}
      />
    </Dialog>
  );
}
