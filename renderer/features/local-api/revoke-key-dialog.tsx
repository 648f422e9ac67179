import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { ShownApiKey } from '../../../shared/contract/bridge.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { useFormat } from '../../lib/language.ts';
import { isRefusal, KeyFailure } from './key-failure.tsx';
import styles from './local-api-page.module.css';
import { useRevokeApiKey } from './queries.ts';

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
      title={apiKey === null ? '' : t(`localApi.${isGone ? 'goneKey' : 'revokeKey'}.title`, { name: apiKey.name })}
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

interface RevokeQuestionProps {
  readonly apiKey: ShownApiKey;
  /** Why revoking failed; null while it did not. */
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onRevoke: () => void;
}

/** What stops working, and when the key was last of use. */
function RevokeQuestion({ apiKey, error, isBusy, onCancel, onRevoke }: RevokeQuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { lastUsedAt } = apiKey;
  return (
    <div className={styles.form}>
      {error && <KeyFailure error={error} />}
      <p className={styles.consequence}>{t('localApi.revokeKey.consequence')}</p>
      <p className={styles.consequence}>
        {lastUsedAt === null
          ? t('localApi.revokeKey.neverUsed')
          : t('localApi.revokeKey.lastUsed', {
              moment: format.moment(localTimestamp(Date.parse(lastUsedAt))),
            })}
      </p>
      <div className={styles.dialogActions}>
        <Button variant="default" data-autofocus disabled={isBusy} onClick={onCancel}>
          {t('states.cancel')}
        </Button>
        <Button variant="default" className={styles.danger ?? ''} loading={isBusy} onClick={onRevoke}>
          {t('localApi.keys.column.revoke')}
        </Button>
      </div>
    </div>
  );
}

/** In place of the question whether to revoke a key that somebody revoked meanwhile. */
function GoneKey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.form}>
      <p className={styles.consequence} role="alert">
        {t('localApi.goneKey.reason')}
      </p>
      <div className={styles.dialogActions}>
        <Button variant="default" autoFocus onClick={onClose}>
          {t('states.close')}
        </Button>
      </div>
    </div>
  );
}
