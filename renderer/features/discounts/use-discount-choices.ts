import { useMemo } from 'react';
import type { Period } from '../../../shared/periods.ts';
import { useChosenShop } from '../../components/filters/use-chosen-place.ts';
import { periodChoice, useChosenPeriod } from '../../components/period-picker/use-chosen-period.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { useOfferChoices } from '../../lib/address/saveable-choices.ts';
import { usePageState, writeState } from '../../lib/address/use-page-state.ts';
import { DISCOUNT_FIELDS } from './discount-fields.ts';
import type { DiscountSwitch, DiscountSwitches } from './discount-switches.ts';

/** What is chosen on the page, and the ways to choose otherwise; all of it stands in the address. */
export function useDiscountChoices() {
  const today = useToday();
  const [state, change] = usePageState(DISCOUNT_FIELDS);
  const period = useChosenPeriod(state.period);
  const shop = useChosenShop(state.shop_id);
  useOfferChoices(writeState(DISCOUNT_FIELDS, { period: periodChoice(period, today), shop_id: shop.id }));
  const { only_counting = false, only_full = false, include_negative = false, hide_rounding = false } = state;
  const switches: DiscountSwitches = useMemo(
    () => ({ only_counting, only_full, include_negative, hide_rounding }),
    [only_counting, only_full, include_negative, hide_rounding],
  );
  return {
    today,
    period,
    shopId: shop.id,
    switches,
    groupBy: state.group_by ?? null,
    isFiltered: shop.id !== null || Object.values(switches).includes(true),
    choosePeriod: (chosen: Period) => change({ period: periodChoice(chosen, today) }),
    chooseShop: (chosen: number | null) => change({ shop_id: shop.choiceOf(chosen) }),
    turn: (name: DiscountSwitch, isOn: boolean) => change({ [name]: isOn || undefined }),
    chooseGrouping: (chosen: typeof state.group_by) => change({ group_by: chosen }),
    clearFilters: () =>
      change({
        shop_id: shop.choiceOf(null),
        only_counting: undefined,
        only_full: undefined,
        include_negative: undefined,
        hide_rounding: undefined,
      }),
  };
}

export type DiscountChoices = ReturnType<typeof useDiscountChoices>;
