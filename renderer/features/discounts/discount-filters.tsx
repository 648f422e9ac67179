import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronDown, IconEye, IconFold, IconFoldDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DISCOUNT_PERCENTAGES } from '../../../shared/discounts.ts';
import { FilterBar, FilterMenu, FilterToggle, PrintedFilter } from '../../components/filters/filter-bar.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { useFormat } from '../../lib/language.ts';
import {
  DISCOUNT_SWITCHES,
  type DiscountChoices,
  type DiscountSelection,
  type DiscountSwitch,
  type DiscountSwitches,
  GROUPINGS,
} from './discount-choices.ts';
import type { DiscountGroup, FoldedGroups } from './discount-groups.ts';
import styles from './discounts-page.module.css';

interface DiscountFiltersProps {
  readonly choices: DiscountChoices;
  /** Undefined while the orders of these choices are not known. */
  readonly selection: DiscountSelection | undefined;
  readonly count: string | undefined;
  readonly groups: readonly DiscountGroup[];
  readonly folding: FoldedGroups;
  readonly trailing: ReactNode;
}

export function DiscountFilters(props: DiscountFiltersProps) {
  const { choices, selection, count, groups, folding, trailing } = props;
  const { t } = useTranslation();
  const { quantity, percentage } = useFormat();
  const { place, switches, minPercentage, groupBy, isFiltered, choosePlace, toggle, clearFilters } = choices;
  const areFolded = groups.length > 0 && groups.every(({ key }) => folding.folded.has(key));
  const foldText = t(areFolded ? 'discounts.unfoldAll' : 'discounts.foldAll');
  const FoldIcon = areFolded ? IconFoldDown : IconFold;
  /** What a sheet says of a switch: what it leaves out, else that it is on. */
  function printedText(name: DiscountSwitch): string | null {
    const hidden = selection?.hidden[name] ?? 0;
    if (hidden > 0) return t(`discounts.hidden.${name}`, { count: hidden });
    return switches[name] ? t(`discounts.${name}`) : null;
  }
  function effectOf(name: DiscountSwitch) {
    if (!selection) return {};
    const count = selection.counts[name];
    return { count: quantity(count), effect: t(`discounts.effect.${name}`, { count }) };
  }
  return (
    <>
      <FilterBar
        count={count}
        onClear={isFiltered ? clearFilters : undefined}
        trailing={
          <>
            <HiddenDiscounts
              switches={switches}
              hidden={selection?.hidden}
              count={selection ? selection.total - selection.visible.length : 0}
              onToggle={toggle}
            />
            {trailing}
          </>
        }
      >
        <PlaceFilter place={place} onChoose={choosePlace} />
        {(minPercentage !== null || selection?.hasPercentages !== false) && (
          <FilterMenu
            label={t('discounts.minPercentage')}
            options={DISCOUNT_PERCENTAGES.map((value) => ({ value, label: percentage(Number(value)) }))}
            value={minPercentage}
            onChange={(chosen) => choices.choosePercentage(DISCOUNT_PERCENTAGES.find((known) => known === chosen))}
          />
        )}
        <FilterMenu
          label={t(groupBy === null ? 'discounts.groupBy' : 'discounts.groupedBy')}
          options={GROUPINGS.map((value) => ({ value, label: t(`discounts.grouping.${value}`) }))}
          value={groupBy}
          onChange={(chosen) => choices.chooseGrouping(GROUPINGS.find((known) => known === chosen))}
        />
        {groupBy !== null && (
          <ActionIcon
            disabled={groups.length === 0}
            aria-label={foldText}
            title={foldText}
            onClick={() => (areFolded ? folding.unfoldAll() : folding.foldAll(groups))}
          >
            <FoldIcon size={16} aria-hidden />
          </ActionIcon>
        )}
        {DISCOUNT_SWITCHES.map((name) => {
          const text = printedText(name);
          return text !== null && <PrintedFilter key={name} text={text} />;
        })}
      </FilterBar>
      <div className={styles.switches}>
        {DISCOUNT_SWITCHES.map((name) => (
          <FilterToggle
            key={name}
            label={t(`discounts.${name}`)}
            {...effectOf(name)}
            isOn={switches[name]}
            onChange={(isOn) => toggle(name, isOn)}
          />
        ))}
      </div>
    </>
  );
}

interface HiddenDiscountsProps {
  readonly switches: DiscountSwitches;
  /** Undefined while the orders are not known. */
  readonly hidden: DiscountSelection['hidden'] | undefined;
  /** All orders that are left out. */
  readonly count: number;
  readonly onToggle: (name: DiscountSwitch, isOn: boolean) => void;
}

/** How many orders the list leaves out: which ones, each kind with a way to show it, is in the menu. */
function HiddenDiscounts({ switches, hidden, count, onToggle }: HiddenDiscountsProps) {
  const { t } = useTranslation();
  const named = DISCOUNT_SWITCHES.filter((name) => hidden && hidden[name] > 0);
  // The empty element lets screen readers hear changes.
  return (
    <div role="status" className={styles.hidden}>
      {count > 0 && (
        <Menu position="bottom-end" width={420} disabled={named.length === 0}>
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" fz={12} rightSection={<IconChevronDown size={13} aria-hidden />}>
              {t('discounts.hiddenCount', { count })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {named.map((name) => (
              <Menu.Item
                key={name}
                leftSection={<IconEye size={14} aria-hidden />}
                aria-label={t(`discounts.reveal.${name}`)}
                onClick={() => onToggle(name, !switches[name])}
              >
                {t(`discounts.hidden.${name}`, { count: hidden?.[name] ?? 0 })}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
