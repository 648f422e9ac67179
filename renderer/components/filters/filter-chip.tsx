import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './filter-chip.module.css';

interface FilterChipProps {
  readonly label: string;
  readonly onRemove: () => void;
  /** The value, as text or as the button that changes it. */
  readonly children: ReactNode;
}

/** A filter that is set: its name, its value, and a way to take it off. */
export function FilterChip({ label, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.chip}>
      <span className={styles.label}>{label}</span>
      {children}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('states.removeFilter', { label })}
        onClick={onRemove}
      >
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
