import { useTranslation } from 'react-i18next';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { useRevokeApiKey } from '../api/revoke-api-key.ts';
import { GoneKey } from './gone-key.tsx';
import { isRefusal } from './refusal.ts';
import { RevokeQuestion } from './revoke-question.tsx';

interface RevokeKeyDialogProps {
  /** The key in question; null while there is none. */
  readonly apiKey: ShownApiKey | null;
  /** False once the list no longer has the key. */
  readonly isListed: boolean;
  readonly onClose: () => void;
  readonly onRevoked: (key: ShownApiKey) => void;
  /** Closed where the key was gone, and the button that opened the dialog with it. */
  readonly onLeaveGone: () => void;
}

export function RevokeKeyDialog(props: RevokeKeyDialogProps) {
  const { apiKey, isListed, onRevoked } = props;
  const { t } = useTranslation();
  const revocation = useRevokeApiKey();
  // A key that is revoked here leaves the list before this dialog hears that it worked.
  const isRevokedHere = revocation.variables?.id === apiKey?.id && !revocation.isError;
  const isGone = isRefusal(revocation.error) || (!isListed && !isRevokedHere);

  function close() {
    // Its outcome would be told to nobody.
    if (revocation.isPending) return;
    revocation.reset();
    if (isGone) props.onLeaveGone();
    else props.onClose();
  }

  return (
    <Dialog
      isOpen={apiKey !== null}
      title={
        apiKey === null ? '' : t(`localApi.${isGone ? 'goneKey' : 'revokeKey'}.title`, { name: apiKey.name })
      }
      onClose={close}
    >
      {apiKey && isGone && <GoneKey onClose={close} />}
      {apiKey && !isGone && (
        <RevokeQuestion
          apiKey={apiKey}
          error={revocation.error}
          isBusy={revocation.isPending}
          onCancel={close}
          onRevoke={() => revocation.mutate(apiKey, { onSuccess: () => onRevoked(apiKey) })}
        />
      )}
    </Dialog>
  );
}
