import type { ReactNode } from 'react';
import { FilterBar } from '../../components/filters/filter-bar.tsx';
import { ShopFilter } from '../../components/filters/shop-filter.tsx';
import styles from './discount-filters.module.css';
import { DiscountSwitchChips } from './discount-switch-chips.tsx';
import { HiddenDiscounts } from './hidden-discounts.tsx';
import type { DiscountSelection } from './select-discounts.ts';
import type { DiscountChoices } from './use-discount-choices.ts';

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
