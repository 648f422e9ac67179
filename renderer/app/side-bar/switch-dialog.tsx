import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RememberedSignIn } from '../../../shared/contract/bridge.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { closeShellDialog } from '../shell/shell-dialog-store.ts';
import { SwitchWarning } from './switch-warning.tsx';
import { useSwitchTo } from './use-switch-to.ts';

/** Asks before a switch that ends an export. */
export function SwitchDialog({ signIn }: { readonly signIn: RememberedSignIn }) {
  const { t } = useTranslation();
  const { goOn, isPending } = useSwitchTo();
  return (
    <Dialog isOpen title={t('signIn.switch.title')} onClose={closeShellDialog}>
      <SwitchWarning />
      <Group gap="xs" justify="flex-end">
        <Button variant="default" data-autofocus onClick={closeShellDialog}>
          {t('signIn.switch.cancel')}
        </Button>
        <Button loading={isPending} onClick={() => goOn(signIn)}>
          {t('signIn.switch.confirm')}
        </Button>
      </Group>
    </Dialog>
  );
}
