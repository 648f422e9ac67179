import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { hasRunning, useExportsStore } from '../../lib/exports/exports-store.ts';
import { BridgeError } from '../../lib/host/bridge-client.ts';
import { useSwitchSignIn } from '../../lib/session.ts';
import { useStaffWords } from '../../lib/staff-words.ts';
import { useTellTrouble } from '../../lib/tell-failure.ts';
import { openShellDialog } from '../shell/shell-dialog-store.ts';

/**
 * Goes on as another remembered user; without a password the form asks for it, and while an export is under way, which
 * would end, whoever wants to switch is asked first.
 */
export function useSwitchTo() {
  const { t } = useTranslation();
  const enter = useSwitchSignIn();
  const words = useStaffWords();
  const tell = useTellTrouble();

  function ask({ account, email, platform }: RememberedSignIn): void {
    openShellDialog({ kind: 'sign-in', start: { account, email, platform } });
  }

  function goOn(signIn: RememberedSignIn): void {
    enter.mutate(signIn, {
      onError(error) {
        const failure = error instanceof BridgeError ? error.failure : null;
        if (failure?.status === 401) return ask(signIn);
        const trouble = signIn.platform === null ? undefined : failure?.platformTrouble;
        tell(trouble ? t(`signIn.trouble.${trouble}`) : words(error));
      },
    });
  }

  return {
    isPending: enter.isPending,
    switchTo(signIn: RememberedSignIn): void {
      if (signIn.needsPassword) ask(signIn);
      else if (hasRunning(useExportsStore.getState())) openShellDialog({ kind: 'switch', signIn });
      else goOn(signIn);
    },
    goOn,
  };
}
