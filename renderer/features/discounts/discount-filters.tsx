import { ActionIcon, Menu, Popover, TextInput } from '@mantine/core';
import { IconFold, IconFoldDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DiscountFilters as Filters } from '../../../shared/discounts.ts';
import { parseTypedAmount, toEuros } from '../../../shared/money.ts';
import { FilterBar, FilterChip, FilterMenu, FilterOffer } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { createBoundField } from '../../lib/address/fields.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import {
  DISCOUNT_BOUNDS,
  DISCOUNT_SIGNS,
  DISCOUNT_SWITCHES,
  type DiscountBound,
  type DiscountChoices,
  type DiscountFilter,
  type DiscountSign,
  GROUPINGS,
  getSign,
  type SelectedDiscounts,
} from './discount-choices.ts';
import type { DiscountGroup, FoldedGroups } from './discount-groups.ts';
import styles from './discounts-page.module.css';

interface DiscountFilterBarProps {
  readonly choices: DiscountChoices;
  /** `undefined` until the orders of these choices are known. */
  readonly selection: SelectedDiscounts | undefined;
  readonly count: string | undefined;
  readonly groups: readonly DiscountGroup[];
  readonly folding: FoldedGroups;
  readonly trailing: ReactNode;
}

export function DiscountFilterBar(props: DiscountFilterBarProps) {
  const { choices, selection, count, groups, folding, trailing } = props;
  const { t } = useTranslation();
  const { place, groupBy, isFiltered, choosePlace, clearFilters } = choices;
  const areFolded = groups.length > 0 && groups.every(({ key }) => folding.folded.has(key));
  const foldLabel = t(areFolded ? 'discounts.unfoldAll' : 'discounts.foldAll');
  const FoldIcon = areFolded ? IconFoldDown : IconFold;
  return (
    <FilterBar count={count} onClear={isFiltered ? clearFilters : undefined} trailing={trailing}>
      <PlaceFilter place={place} onChoose={choosePlace} />
      <ShownMenu choices={choices} counts={selection?.counts} />
      <BoundsMenu choices={choices} hasPercentages={selection?.hasPercentages !== false} />
      <FilterMenu
        label={t(groupBy === null ? 'discounts.groupBy' : 'discounts.groupedBy')}
        options={GROUPINGS.map((value) => ({ value, label: t(`discounts.grouping.${value}`) }))}
        value={groupBy}
        onChange={(chosen) => choices.chooseGrouping(GROUPINGS.find((known) => known === chosen))}
      />
      {groupBy !== null && (
        <ActionIcon
          disabled={groups.length === 0}
          aria-label={foldLabel}
          title={foldLabel}
          onClick={() => (areFolded ? folding.unfoldAll() : folding.foldAll(groups))}
        >
          <FoldIcon size={16} aria-hidden />
        </ActionIcon>
      )}
      <FilterChips choices={choices} />
    </FilterBar>
  );
}

const SIGNS = Object.keys(DISCOUNT_SIGNS) as readonly DiscountSign[];

interface ShownMenuProps {
  readonly choices: DiscountChoices;
  readonly counts: SelectedDiscounts['counts'] | undefined;
}

/** Chooses what the list shows. Each choice has the number of orders that would be listed. */
function ShownMenu({ choices: { filters, toggle, chooseSign }, counts }: ShownMenuProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const count = (name: keyof SelectedDiscounts['counts']) =>
    counts && <span className={styles.count}>{quantity(counts[name])}</span>;
  return (
    <Menu closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <FilterOffer label={t('discounts.show')} />
      </Menu.Target>
      <Menu.Dropdown>
        {DISCOUNT_SWITCHES.map((name) => (
          <Menu.CheckboxItem
            key={name}
            checked={filters[name] === true}
            rightSection={count(name)}
            onChange={(isOn) => toggle(name, isOn)}
          >
            {t(`discounts.${name}`)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.RadioGroup value={getSign(filters)} onChange={(sign) => chooseSign(sign as DiscountSign)}>
          <Menu.Label>{t('discounts.sign')}</Menu.Label>
          {SIGNS.map((sign) => (
            <Menu.RadioItem key={sign} value={sign} rightSection={count(sign)}>
              {t(`discounts.signs.${sign}`)}
            </Menu.RadioItem>
          ))}
          <Menu.Label>{t('discounts.signHint')}</Menu.Label>
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

const BOUNDS = Object.keys(DISCOUNT_BOUNDS) as readonly DiscountBound[];

interface BoundsMenuProps {
  readonly choices: DiscountChoices;
  readonly hasPercentages: boolean;
}

/** Sets the minimum percentage and amount of listed discounts. */
function BoundsMenu({ choices: { filters, chooseBound }, hasPercentages }: BoundsMenuProps) {
  const { t } = useTranslation();
  const offered = BOUNDS.filter((name) => name !== 'min_percentage' || hasPercentages || name in filters);
  return (
    <Popover position="bottom-start" trapFocus>
      <Popover.Target>
        <FilterOffer label={t('discounts.bounds')} />
      </Popover.Target>
      <Popover.Dropdown className={styles.bounds}>
        {offered.map((name) => (
          <BoundField
            key={name}
            name={name}
            bound={filters[name]}
            hint={name === 'min_percentage' && getSign(filters) !== 'positive' && t('discounts.noPercentage')}
            onChange={(bound) => chooseBound(name, bound)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

interface BoundFieldProps {
  readonly name: DiscountBound;
  readonly bound: number | undefined;
  readonly hint: string | false;
  readonly onChange: (bound: number | undefined) => void;
}

/** The list follows the typed text if it is a number. */
function BoundField({ name, bound, hint, onChange }: BoundFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { quantity } = useFormat();
  const [text, setText] = useState(bound === undefined ? '' : quantity(bound));
  const read = (typed: string) => {
    const amount = parseTypedAmount(typed, language);
    return amount === null ? undefined : createBoundField(DISCOUNT_BOUNDS[name]).read(String(toEuros(amount)));
  };
  const isWrong = text.trim() !== '' && read(text) === undefined;
  return (
    <TextInput
      label={t(`discounts.${name}`)}
      description={hint}
      inputMode="decimal"
      value={text}
      errorProps={{ role: 'alert' }}
      error={isWrong && t('discounts.boundWrong', { maximum: DISCOUNT_BOUNDS[name] })}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(read(value));
      }}
    />
  );
}

/** Chips for the set filters, each with a button to remove it. */
function FilterChips({ choices: { filters, removeFilter } }: Pick<DiscountFilterBarProps, 'choices'>) {
  const formatLabel = useFormatFilter(filters);
  const names = Object.keys(filters) as readonly DiscountFilter[];
  return names.map((name) => <FilterChip key={name} label={formatLabel(name)} onRemove={() => removeFilter(name)} />);
}

/** Formats the label of a set filter's chip. */
export function useFormatFilter(filters: Filters) {
  const { t } = useTranslation();
  const { percentage, money } = useFormat();
  const boundLabels = {
    min_percentage: (bound) => t('discounts.from', { bound: percentage(bound) }),
    min_discount_wt: (bound) => t('discounts.fromAmount', { bound: money(bound) }),
  } satisfies Record<DiscountBound, (bound: number) => string>;
  const isBound = (name: DiscountFilter): name is DiscountBound => Object.hasOwn(boundLabels, name);
  return (name: DiscountFilter): string =>
    isBound(name) ? boundLabels[name](filters[name] ?? 0) : t(`discounts.${name}`);
}
