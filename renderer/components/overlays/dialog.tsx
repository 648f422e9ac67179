import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './overlays.module.css';

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** Whether a click outside or Escape must not close the dialog, because something would be lost for good. */
  readonly isPersistent?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Traps the focus while it is open and restores it afterwards. Closing removes the content at once. */
export function Dialog({ isOpen, title, isPersistent = false, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={480}
      closeOnClickOutside={!isPersistent}
      closeOnEscape={!isPersistent}
      classNames={{ content: styles.dialog, title: styles.title }}
      transitionProps={{ duration: 0 }}
      // The window never scrolls, and the lock writes styles that the security policy refuses.
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        {/* Not Mantine's header, which would be a second banner of the page. */}
        <Group justify="space-between" wrap="nowrap" gap={12} p="12px 12px 12px 16px">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('states.close')} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
