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
  /** The key in question; null while there is none. */
  readonly apiKey: ApiKeyView | null;
  /** False once the list no longer has the key. */
  readonly isListed: boolean;
  readonly onClose: () => void;
  readonly onRevoked: (key: ApiKeyView) => void;
  /** Closed where the key was gone, and the button that opened the dialog with it. */
  readonly onLeaveGone: () => void;
}

/** Asks before a key is revoked: what stops working, and when the key was last used. */
export function RevokeKeyDialog({ apiKey, isListed, onClose, onRevoked, onLeaveGone }: RevokeKeyDialogProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const revocation = useRevokeApiKey();
  // A key that is revoked here leaves the list before this dialog hears that it worked.
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
