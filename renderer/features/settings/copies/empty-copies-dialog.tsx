import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/overlays/dialog.tsx';
import { TechnicalDetails } from '../../../components/states/technical-details.tsx';
import { useStaffWords } from '../../../lib/staff-words.ts';
import styles from './copies.module.css';
import { useEmptyCopies } from './copies.ts';

interface EmptyCopiesDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onEmptied: (bytes: number) => void;
}

/** Says what goes and what that means, then empties. */
export function EmptyCopiesDialog({ isOpen, onClose, onEmptied }: EmptyCopiesDialogProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  const emptying = useEmptyCopies();
  const { error, isPending: isBusy } = emptying;

  function close() {
    // Its outcome would be told to nobody.
    if (isBusy) return;
    emptying.reset();
    onClose();
  }

  return (
    <Dialog isOpen={isOpen} title={t('settings.copies.question')} onClose={close}>
      <div className={styles.question}>
        {error && (
          <div className={styles.failure} role="alert">
            {t('settings.copies.notEmptied', { reason: words(error) })}
            <TechnicalDetails error={error} />
          </div>
        )}
        <p>{t('settings.copies.consequence')}</p>
        <p>{t('settings.copies.whenAway')}</p>
        <div className={styles.actions}>
          <Button variant="default" data-autofocus disabled={isBusy} onClick={close}>
            {t('settings.copies.cancel')}
          </Button>
          <Button
            variant="default"
            className={styles.failure ?? ''}
            loading={isBusy}
            onClick={() => emptying.mutate(undefined, { onSuccess: ({ bytes }) => onEmptied(bytes) })}
          >
            {t('settings.copies.empty')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
