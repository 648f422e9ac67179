import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar, FilterMenu, FilterToggle } from '../../components/filters/filter-bar.tsx';
import { ShopFilter } from '../../components/filters/shop-filter.tsx';
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

export function DiscountFilters({ choices, selection, count, groups, folding, trailing }: DiscountFiltersProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const { shopId, switches, groupBy, isFiltered, chooseShop, toggle, chooseGrouping, clearFilters } = choices;
  const areFolded = groups.length > 0 && groups.every(({ key }) => folding.folded.has(key));
  function effectOf(name: DiscountSwitch): readonly string[] {
    if (!selection) return [];
    const count = selection.counts[name];
    return [t(`discounts.effect.${name}`, { count, text: quantity(count) })];
  }
  return (
    <>
      <FilterBar count={count} onClear={isFiltered ? clearFilters : undefined} trailing={trailing}>
        <ShopFilter id={shopId} onChoose={chooseShop} />
        {DISCOUNT_SWITCHES.map((name) => (
          <FilterToggle
            key={name}
            label={[t(`discounts.${name}`), ...effectOf(name)].join(' · ')}
            isOn={switches[name]}
            onChange={(isOn) => toggle(name, isOn)}
          />
        ))}
      </FilterBar>
      <div className={styles.below}>
        <HiddenDiscounts switches={switches} hidden={selection?.hidden} onToggle={toggle} />
        <div className={styles.grouping}>
          {groupBy !== null && (
            <Button
              variant="subtle"
              size="compact-sm"
              fz={13}
              disabled={groups.length === 0}
              onClick={() => (areFolded ? folding.unfoldAll() : folding.foldAll(groups))}
            >
              {t(areFolded ? 'discounts.unfoldAll' : 'discounts.foldAll')}
            </Button>
          )}
          <FilterMenu
            label={t('discounts.groupBy')}
            options={GROUPINGS.map((value) => ({ value, label: t(`discounts.grouping.${value}`) }))}
            value={groupBy}
            onChange={(chosen) => chooseGrouping(GROUPINGS.find((known) => known === chosen))}
          />
        </div>
      </div>
    </>
  );
}

interface HiddenDiscountsProps {
  readonly switches: DiscountSwitches;
  /** Undefined while the orders are not known. */
  readonly hidden: DiscountSelection['hidden'] | undefined;
  readonly onToggle: (name: DiscountSwitch, isOn: boolean) => void;
}

/** What the list leaves out, each with a button that shows it. The empty element lets screen readers hear changes. */
function HiddenDiscounts({ switches, hidden, onToggle }: HiddenDiscountsProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  const named = DISCOUNT_SWITCHES.filter((name) => hidden && hidden[name] > 0);
  const count = (name: DiscountSwitch) => hidden?.[name] ?? 0;
  return (
    <div role="status" className={styles.parts}>
      {named.map((name) => (
        <span key={name} className={styles.part}>
          {t(`discounts.hidden.${name}`, { count: count(name), text: quantity(count(name)) })}
          <Button
            variant="subtle"
            size="compact-xs"
            h={24}
            fz={12}
            aria-label={t(`discounts.reveal.${name}`)}
            onClick={() => onToggle(name, !switches[name])}
          >
            {t('discounts.show')}
          </Button>
        </span>
      ))}
    </div>
  );
}
