import { useTranslation } from 'react-i18next';
import type { ShownApiKey } from '../../../../shared/contract/bridge.ts';
import { useRevokeApiKey } from '../api/revoke-api-key.ts';
import { KeyDialog } from './key-dialog.tsx';
import { RevokeQuestion } from './revoke-question.tsx';

interface RevokeKeyDialogProps {
  /** The key in question; null while there is none. */
  readonly apiKey: ShownApiKey | null;
  readonly onClose: () => void;
  readonly onRevoked: (key: ShownApiKey) => void;
}

export function RevokeKeyDialog({ apiKey, onClose, onRevoked }: RevokeKeyDialogProps) {
  const { t } = useTranslation();
  const revocation = useRevokeApiKey();

  function close() {
    revocation.reset();
    onClose();
  }

  return (
    <KeyDialog
      isOpen={apiKey !== null}
      title={apiKey === null ? '' : t('localApi.revokeKey.title', { name: apiKey.name })}
      onClose={close}
    >
      {apiKey && (
        <RevokeQuestion
          apiKey={apiKey}
          error={revocation.error}
          isBusy={revocation.isPending}
          onCancel={close}
          onRevoke={() => revocation.mutate(apiKey, { onSuccess: () => onRevoked(apiKey) })}
        />
      )}
    </KeyDialog>
  );
}
