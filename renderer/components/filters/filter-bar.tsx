import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPrinting } from '../../lib/print.ts';
import { focusPageTitle } from '../page/page-header.tsx';
import textStyles from '../text.module.css';
import styles from './filters.module.css';

interface FilterBarProps {
  /** Inputs, `FilterMenu` and `FilterToggle`, in one row. */
  readonly children: ReactNode;
  /** The number of rows that match the filters, as text. Announced when it changes. */
  readonly count?: string | undefined;
  /** Set only if a filter is set. */
  readonly onClear?: (() => void) | undefined;
  /** Shown at the end, such as a `ColumnChooser`. */
  readonly trailing?: ReactNode;
}

export function FilterBar({ children, count, onClear, trailing }: FilterBarProps) {
  const { t } = useTranslation();

  function clear({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    moveFocusFrom(currentTarget);
    onClear?.();
  }

  return (
    <search className={styles.bar} aria-label={t('states.filters')}>
      {children}
      {onClear && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          {t('states.clearFilters')}
        </Button>
      )}
      <div className={styles.far}>
        <span className={styles.count} role="status">
          {count}
        </span>
        {trailing}
      </div>
    </search>
  );
}

/** Before a button disappears with its filter, moves the focus to the search field, or else to the page. */
function moveFocusFrom(button: HTMLButtonElement): void {
  const field = button.closest('search')?.querySelector<HTMLElement>('[type="search"]');
  if (field) field.focus();
  else focusPageTitle();
}

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** The text once the option is chosen, if the label is too long beside the name of the filter. */
  readonly short?: string;
  /** Tooltip, if the label is shortened. */
  readonly title?: string;
}

export interface FilterMenuProps {
  readonly label: string;
  readonly options: readonly FilterOption[];
  /** `null` if nothing is chosen. */
  readonly value: string | null;
  /** `false` if the choice leaves nothing out. Printed sheets then do not name it in their head. */
  readonly isLimit?: false;
  readonly onChange: (value: string | null) => void;
}

interface PrintedFilterProps {
  /** What the value is; absent if the text says it. */
  readonly label?: string;
  readonly text: string;
}

/** How a filter is printed. Renders nothing on the screen. */
export function PrintedFilter({ label, text }: PrintedFilterProps) {
  if (!useIsPrinting()) return null;
  return (
    <span className={styles.chip}>
      {label && <span className={textStyles.muted}>{label}</span>}
      <span className={styles.value}>{text}</span>
    </span>
  );
}

/** A filter with one value from a list: a button while unset, a chip with its value once set. */
export function FilterMenu({ label, options, value, isLimit, onChange }: FilterMenuProps) {
  const { t } = useTranslation();
  const chosen = options.find((option) => option.value === value);
  // Without options, they are not read yet.
  const text = chosen?.short ?? chosen?.label ?? (options.length === 0 ? '…' : t('states.gone'));
  return (
    <Menu>
      <FilterButton
        label={label}
        text={value === null ? null : text}
        title={chosen ? chosen.title : (value ?? undefined)}
        isLimit={isLimit}
        onRemove={() => onChange(null)}
        target={Menu.Target}
      />
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            title={option.title}
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

interface FilterChoicesProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** Empty if nothing is chosen; then nothing is left out. */
  readonly values: readonly Value[];
  /** The printed text if nothing is chosen. */
  readonly all?: string;
  readonly onChange: (values: readonly Value[]) => void;
}

/** A filter with several values from a list: a button while unset, a chip that names them once set. */
export function FilterChoices<Value extends string>(props: FilterChoicesProps<Value>) {
  const { label, options, values, all, onChange } = props;
  const chosen = options.filter(({ value }) => values.includes(value));
  const text = chosen.map((option) => option.label).join(', ');

  function toggle(value: Value, isOn: boolean) {
    onChange(isOn ? [...values, value] : values.filter((other) => other !== value));
  }

  return (
    <Menu closeOnItemClick={false}>
      <FilterButton
        label={label}
        text={chosen.length === 0 ? null : text}
        title={text}
        all={all}
        onRemove={() => onChange([])}
        target={Menu.Target}
      />
      <Menu.Dropdown>
        {options.map(({ value, label: name }) => (
          <Menu.CheckboxItem key={value} checked={values.includes(value)} onChange={(isOn) => toggle(value, isOn)}>
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface FilterButtonProps {
  readonly label: string;
  /** The value of the filter; `null` if it is not set. */
  readonly text: string | null;
  /** Tooltip of the value. */
  readonly title?: string | undefined;
  /** The printed value, if `text` is only a count. */
  readonly printed?: string | undefined;
  /** The printed text if the filter is not set. */
  readonly all?: string | undefined;
  /** The chosen places, which each printed sheet has in its head. */
  readonly place?: string | undefined;
  readonly isLimit?: FilterMenuProps['isLimit'];
  readonly onRemove: () => void;
  readonly onClick?: () => void;
  /** Wraps the button as the target of the surrounding menu or list. */
  readonly target: (props: { readonly children: ReactElement }) => ReactNode;
}

/** Opens the options of a filter: a button while it is not set, then a chip with its value. */
export function FilterButton(props: FilterButtonProps) {
  const { label, text, title, printed, all, place, isLimit, onRemove, onClick, target: Target } = props;
  if (text === null) {
    return (
      <>
        <Target>
          <FilterOffer label={label} {...(onClick && { onClick })} />
        </Target>
        {all !== undefined && <PrintedFilter text={all} />}
      </>
    );
  }
  const isStated = place === undefined && isLimit !== false;
  return (
    <FilterChip label={label} stated={isStated ? (printed ?? text) : null} onRemove={onRemove}>
      <Target>
        <button
          type="button"
          className={styles.value}
          aria-label={`${label}: ${text}`}
          title={title}
          data-place={place}
          onClick={onClick}
        >
          {printed === undefined || printed === text ? (
            text
          ) : (
            <>
              <span className={styles.onScreen}>{text}</span>
              <span className={styles.onPaper}>{printed}</span>
            </>
          )}
        </button>
      </Target>
    </FilterChip>
  );
}

/** The button of a filter that is not set, or of several filters whose chips stand beside it. */
export function FilterOffer({ label, ...button }: { readonly label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" {...button} className={styles.offer}>
      {label}
      <IconChevronDown size={14} aria-hidden />
    </button>
  );
}

interface FilterToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A filter that is on or off. If it is on it looks like a chip, and a second press turns it off. */
export function FilterToggle({ label, isOn, onChange }: FilterToggleProps) {
  const Icon = isOn ? IconCheck : IconPlus;
  return (
    <button
      type="button"
      className={styles.offer}
      aria-pressed={isOn}
      data-filter={isOn ? label : undefined}
      onClick={() => onChange(!isOn)}
    >
      <Icon size={13} stroke={2} aria-hidden />
      {label}
    </button>
  );
}

interface FilterChipProps {
  readonly label: string;
  /** The value in the head of printed sheets; `null` if the head says it anyway. */
  readonly stated?: string | null;
  readonly onRemove: () => void;
  /** The value, as text or as the button that changes it. Absent if the label says it. */
  readonly children?: ReactNode;
}

/** A set filter with its name, its value and a button that removes it. */
export function FilterChip({ label, stated, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation();
  const printed = stated === undefined ? label : `${label}: ${stated}`;
  return (
    <span className={styles.chip} data-filter={stated === null ? undefined : printed}>
      <span className={children ? textStyles.muted : styles.chosen}>{label}</span>
      {children}
      <button
        type="button"
        className={styles.remove}
        aria-label={t('states.removeFilter', { label })}
        onClick={({ currentTarget }) => {
          moveFocusFrom(currentTarget);
          onRemove();
        }}
      >
        <IconX size={12} stroke={2} aria-hidden />
      </button>
    </span>
  );
}
