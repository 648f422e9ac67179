import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import styles from './filter-chip.module.css';
import { FilterChip } from './filter-chip.tsx';

interface FilterChoicesProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Empty while nothing is chosen: then nothing is left out. */
  readonly values: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
}

/** A filter with several values out of a list: a button while unset, a chip that names them once set. */
export function FilterChoices<Value extends string>(props: FilterChoicesProps<Value>) {
  const { label, options, values, onChange } = props;
  const chosen = options.filter(({ value }) => values.includes(value));
  const text = chosen.map((option) => option.label).join(', ');

  function toggle(value: Value, isOn: boolean) {
    onChange(isOn ? [...values, value] : values.filter((other) => other !== value));
  }

  return (
    <Menu closeOnItemClick={false}>
      {chosen.length === 0 ? (
        <Menu.Target>
          <button type="button" className={styles.offer}>
            {label}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Menu.Target>
      ) : (
        <FilterChip label={label} onRemove={() => onChange([])}>
          <Menu.Target>
            <button type="button" className={styles.value} aria-label={`${label}: ${text}`} title={text}>
              {text}
            </button>
          </Menu.Target>
        </FilterChip>
      )}
      <Menu.Dropdown>
        {options.map(({ value, label: words }) => (
          <Menu.CheckboxItem
            key={value}
            checked={values.includes(value)}
            onChange={(isOn) => toggle(value, isOn)}
          >
            {words}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
