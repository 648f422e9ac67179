import { IconCheck, IconPlus } from '@tabler/icons-react';
import styles from './filter-chip.module.css';

interface FilterToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A filter that is on or off; on looks like a chip that is set, and a second press takes it off. */
export function FilterToggle({ label, isOn, onChange }: FilterToggleProps) {
  const Icon = isOn ? IconCheck : IconPlus;
  return (
    <button type="button" className={styles.offer} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <Icon size={13} stroke={2} aria-hidden />
      {label}
    </button>
  );
}
