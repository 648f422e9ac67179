import { create } from 'zustand';
import type { Period } from '../../../shared/periods.ts';

/** What the user chose on the journal; kept while other pages are open. */
interface JournalStore {
  /** Null until a period is chosen: then the default of the day holds. */
  readonly period: Period | null;
  /** Null for all locations. */
  readonly locationId: number | null;
  choosePeriod(period: Period): void;
  chooseLocation(locationId: number | null): void;
}

export const useJournalStore = create<JournalStore>()((set) => ({
  period: null,
  locationId: null,
  choosePeriod: (period) => set({ period }),
  chooseLocation: (locationId) => set({ locationId }),
}));
