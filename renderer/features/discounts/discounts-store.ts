import { create } from 'zustand';
import type { Period } from '../../../shared/periods.ts';

/** What the user chose on the list of discounted orders; kept while other pages are open. */
interface DiscountsStore {
  /** Null until a period is chosen: then the default of the day holds. */
  readonly period: Period | null;
  /** Null for all shops. */
  readonly shopId: number | null;
  readonly onlyFull: boolean;
  readonly includeNegative: boolean;
  choosePeriod(period: Period): void;
  chooseShop(shopId: number | null): void;
  chooseOnlyFull(onlyFull: boolean): void;
  chooseIncludeNegative(includeNegative: boolean): void;
  /** Takes off every filter but the period. */
  clearFilters(): void;
}

const NO_FILTERS = { shopId: null, onlyFull: false, includeNegative: false };

export const useDiscountsStore = create<DiscountsStore>()((set) => ({
  period: null,
  ...NO_FILTERS,
  choosePeriod: (period) => set({ period }),
  chooseShop: (shopId) => set({ shopId }),
  chooseOnlyFull: (onlyFull) => set({ onlyFull }),
  chooseIncludeNegative: (includeNegative) => set({ includeNegative }),
  clearFilters: () => set(NO_FILTERS),
}));
