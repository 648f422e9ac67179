import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { foldText } from '../../../shared/fold-text.ts';
import chip from '../../components/filters/filter-chip.module.css';
import { FilterChip } from '../../components/filters/filter-chip.tsx';
import styles from './searchable-filter.module.css';

interface SearchableOption {
  readonly value: string;
  readonly label: string;
  /** A number or code beside the label; it is searched as well. */
  readonly aside?: string;
}

interface SearchableFilterProps {
  readonly label: string;
  readonly options: readonly SearchableOption[];
  /** Null while nothing is chosen. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly searchLabel: string;
  /** What is said when no option has the words. */
  readonly nothing: string;
}

/** A `FilterMenu` for a list too long to be looked through: its options are searched by their words. */
export function SearchableFilter(props: SearchableFilterProps) {
  const { label, options, value, onChange, searchLabel, nothing } = props;
  const [term, setTerm] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTerm('');
    },
  });
  const chosen = options.find((option) => option.value === value);
  const shown = options.filter((option) => hasWords(option, term));

  const choose = (next: string) => {
    onChange(next);
    combobox.closeDropdown();
  };
  const search = (text: string) => {
    setTerm(text);
    combobox.selectFirstOption();
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      width={280}
      position="bottom-start"
      withinPortal={false}
    >
      {value === null ? (
        <Combobox.Target targetType="button">
          <button type="button" className={chip.offer} onClick={() => combobox.toggleDropdown()}>
            {label}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Combobox.Target>
      ) : (
        <FilterChip label={label} onRemove={() => onChange(null)}>
          <Combobox.Target targetType="button">
            <button
              type="button"
              className={chip.value}
              aria-label={`${label}: ${chosen?.label ?? value}`}
              onClick={() => combobox.toggleDropdown()}
            >
              {chosen?.label ?? value}
            </button>
          </Combobox.Target>
        </FilterChip>
      )}
      <Combobox.Dropdown>
        <Combobox.Search
          value={term}
          onChange={(event) => search(event.currentTarget.value)}
          aria-label={searchLabel}
          placeholder={searchLabel}
        />
        <Combobox.Options mah={320} className={styles.options} aria-label={label}>
          {shown.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              className={styles.option}
            >
              <span>{option.label}</span>
              <span className={styles.aside}>{option.aside}</span>
              {option.value === value && <IconCheck size={14} aria-hidden />}
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{nothing}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function hasWords({ label, aside = '' }: SearchableOption, term: string): boolean {
  const text = foldText(`${aside} ${label}`);
  return foldText(term)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
