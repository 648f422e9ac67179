import { create } from 'zustand';
import type { Period } from '../../../shared/periods.ts';

export type VatSide = 'ex' | 'wt';

/** What the user chose on the report; kept while other pages are open. */
interface ReportStore {
  /** Null until a period is chosen: then the default of the day holds. */
  readonly period: Period | null;
  /** Null for all locations. */
  readonly locationId: number | null;
  readonly groupSide: VatSide;
  choosePeriod(period: Period): void;
  chooseLocation(locationId: number | null): void;
  chooseGroupSide(side: VatSide): void;
}

export const useReportStore = create<ReportStore>()((set) => ({
  period: null,
  locationId: null,
  groupSide: 'ex',
  choosePeriod: (period) => set({ period }),
  chooseLocation: (locationId) => set({ locationId }),
  chooseGroupSide: (groupSide) => set({ groupSide }),
}));
