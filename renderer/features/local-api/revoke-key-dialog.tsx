import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../shared/calendar.ts';
import type { ApiKeyView } from '../../../shared/contract/api-keys.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import styles from '../../components/overlays/dialog-form.module.css';
import { createClose, DialogActions, DialogButtons, DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { useFormat } from '../../lib/language.ts';
import { isRefusal, useRevokeApiKey } from './queries.ts';

interface RevokeKeyDialogProps {
  /** The key to revoke; `null` while the dialog is closed. */
  readonly apiKey: ApiKeyView | null;
  /** Whether the list still has the key. */
  readonly isListed: boolean;
  readonly onClose: () => void;
  readonly onRevoked: (key: ApiKeyView) => void;
  /** Called on close if the key was already gone, and with it the button that opened the dialog. */
  readonly onLeaveGone: () => void;
}

/** Asks for confirmation: says what stops working and when the key was last used. */
export function RevokeKeyDialog({ apiKey, isListed, onClose, onRevoked, onLeaveGone }: RevokeKeyDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const revocation = useRevokeApiKey();
  // A key revoked here leaves the list before this dialog gets the result.
  const isRevokedHere = revocation.variables?.id === apiKey?.id && !revocation.isError;
  const isGone = isRefusal(revocation.error) || (!isListed && !isRevokedHere);
  const close = createClose(revocation, isGone ? onLeaveGone : onClose);
  if (apiKey === null)
    return (
      <Dialog isOpen={false} title="" onClose={close}>
        {null}
      </Dialog>
    );
  const { name, lastUsedAt } = apiKey;
  if (isGone) {
    return (
      <Dialog isOpen title={t('localApi.goneKey.title', { name })} onClose={close}>
        <div className={styles.form}>
          <p role="alert">{t('localApi.goneKey.reason')}</p>
          <DialogActions>
            <Button variant="default" autoFocus onClick={close}>
              {t('states.close')}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen title={t('localApi.revokeKey.title', { name })} onClose={close}>
      <div className={styles.form}>
        {revocation.error && <DialogFailure error={revocation.error} />}
        <p>{t('localApi.revokeKey.consequence')}</p>
        <p>
          {lastUsedAt === null
            ? t('localApi.revokeKey.neverUsed')
            : t('localApi.revokeKey.lastUsed', {
                moment: format.dateTime(formatTimestamp(Date.parse(lastUsedAt))),
              })}
        </p>
        <DialogButtons
          isDangerous
          cancel={t('states.cancel')}
          submit={t('localApi.keys.column.revoke')}
          isBusy={revocation.isPending}
          onCancel={close}
          onSubmit={() => revocation.mutate(apiKey, { onSuccess: () => onRevoked(apiKey) })}
        />
      </div>
    </Dialog>
  );
}
