import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './filter-chip.module.css';
import { FilterChip } from './filter-chip.tsx';

interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface FilterMenuProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** Null while nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** A filter with one value out of a list: a button while unset, a chip with its value once set. */
export function FilterMenu({ label, options, value, onChange }: FilterMenuProps) {
  const { t } = useTranslation();
  const chosen = options.find((option) => option.value === value);
  // Without options they have yet to be read.
  const text = chosen?.label ?? (options.length === 0 ? '…' : t('states.gone'));
  return (
    <Menu>
      {value === null ? (
        <Menu.Target>
          <button type="button" className={styles.offer}>
            {label}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
      ) : (
        <FilterChip label={label} onRemove={() => onChange(null)}>
          <Menu.Target>
            <button
              type="button"
              className={styles.value}
              aria-label={`${label}: ${text}`}
              title={chosen ? undefined : value}
            >
              {text}
            </button>
          </Menu.Target>
        </FilterChip>
      )}
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            onClick={() => onChange(option.value)}
            rightSection={option.value === value ? <IconCheck size={14} aria-hidden /> : null}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
