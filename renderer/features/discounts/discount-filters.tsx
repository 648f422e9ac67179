import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar, FilterToggle } from '../../components/filters/filter-bar.tsx';
import { ShopFilter } from '../../components/filters/shop-filter.tsx';
import { useFormat } from '../../lib/language.ts';
import {
  DISCOUNT_SWITCHES,
  type DiscountChoices,
  type DiscountSelection,
  type DiscountSwitch,
  type DiscountSwitches,
} from './discount-choices.ts';
import styles from './discounts-page.module.css';

interface DiscountFiltersProps {
  readonly choices: DiscountChoices;
  /** Undefined while the orders of these choices are not known. */
  readonly selection: DiscountSelection | undefined;
  readonly count: string | undefined;
  /** How the list is grouped. */
  readonly grouping: ReactNode;
  readonly trailing: ReactNode;
}

export function DiscountFilters({ choices, selection, count, grouping, trailing }: DiscountFiltersProps) {
  const { shopId, switches, isFiltered, chooseShop, turn, clearFilters } = choices;
  return (
    <>
      <FilterBar count={count} onClear={isFiltered ? clearFilters : undefined} trailing={trailing}>
        <ShopFilter shopId={shopId} onChoose={chooseShop} />
        <DiscountSwitchChips switches={switches} counts={selection?.counts} onTurn={turn} />
      </FilterBar>
      <div className={styles.below}>
        <HiddenDiscounts switches={switches} hidden={selection?.hidden} onTurn={turn} />
        <div className={styles.grouping}>{grouping}</div>
      </div>
    </>
  );
}

interface DiscountSwitchChipsProps {
  readonly switches: DiscountSwitches;
  /** Undefined while the orders are not known. */
  readonly counts: DiscountSelection['counts'] | undefined;
  readonly onTurn: (name: DiscountSwitch, isOn: boolean) => void;
}

/** Each switch with the number of orders that it is about. */
function DiscountSwitchChips({ switches, counts, onTurn }: DiscountSwitchChipsProps) {
  const { t } = useTranslation();
  const { quantity } = useFormat();
  return DISCOUNT_SWITCHES.map((name) => (
    <FilterToggle
      key={name}
      label={counts ? `${t(`discounts.${name}`)} · ${quantity(counts[name])}` : t(`discounts.${name}`)}
      isOn={switches[name]}
      onChange={(isOn) => onTurn(name, isOn)}
    />
  ));
}

interface HiddenDiscountsProps {
  readonly switches: DiscountSwitches;
  /** Undefined while the orders are not known. */
  readonly hidden: DiscountSelection['hidden'] | undefined;
  readonly onTurn: (name: DiscountSwitch, isOn: boolean) => void;
}

/** What the list leaves out, each with the way to see it. It stands empty before, so that it is heard to change. */
function HiddenDiscounts({ switches, hidden, onTurn }: HiddenDiscountsProps) {
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
            onClick={() => onTurn(name, !switches[name])}
          >
            {t('discounts.show')}
          </Button>
        </span>
      ))}
    </div>
  );
}
