import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './keys.module.css';

interface KeyDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** True where a click beside the dialog or Escape would lose what cannot be had again. */
  readonly holdsFast?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Keeps the focus while it is open and gives it back; closing it drops its content at once. */
export function KeyDialog({ isOpen, title, holdsFast = false, onClose, children }: KeyDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={480}
      closeOnClickOutside={!holdsFast}
      closeOnEscape={!holdsFast}
      classNames={{ content: styles.dialog, title: styles.dialogTitle }}
      transitionProps={{ duration: 0 }}
      // The window itself never scrolls, and the lock writes styles that its security policy refuses.
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        {/* Not Mantine's header, which would be a second banner of the page. */}
        <div className={styles.dialogHeader}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('localApi.newKey.close')} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
