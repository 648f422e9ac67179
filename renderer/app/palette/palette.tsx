import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './palette.module.css';
import { PaletteSearch } from './palette-search.tsx';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** One field that leads to every page, saved view, product and order, and does what can be done from anywhere. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={620}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
      // As in `Dialog`: the lock writes styles that the security policy refuses.
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('habits.palette.title')} className={styles.palette ?? ''}>
        <PaletteSearch onDone={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
