import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type PerTable<T> = Readonly<Record<string, T>>;
type PerColumn<T> = Readonly<Record<string, T>>;

/** What the user chose for one table; what is absent in it is as the columns say by themselves. */
export interface ColumnHabit {
  readonly shown: PerColumn<boolean>;
  readonly order: readonly string[];
  readonly widths: PerColumn<number>;
}

interface ColumnsState {
  readonly shown: PerTable<PerColumn<boolean>>;
  readonly order: PerTable<readonly string[]>;
  readonly widths: PerTable<PerColumn<number>>;
  readonly show: (tableId: string, shown: PerColumn<boolean>) => void;
  readonly reorder: (tableId: string, order: readonly string[]) => void;
  readonly resize: (tableId: string, widths: PerColumn<number>) => void;
  /** Puts a habit in the place of what was chosen. */
  readonly restore: (tableId: string, habit: ColumnHabit) => void;
}

export const NO_HABIT: ColumnHabit = { shown: {}, order: [], widths: {} };

/** Which columns a user sees, in which order and how wide: a habit of the person at this PC, kept over restarts. */
export const useColumnsStore = create<ColumnsState>()(
  persist(
    (set) => ({
      shown: {},
      order: {},
      widths: {},
      show: (tableId, shown) => set((state) => ({ shown: { ...state.shown, [tableId]: shown } })),
      reorder: (tableId, order) => set((state) => ({ order: { ...state.order, [tableId]: order } })),
      resize: (tableId, widths) => set((state) => ({ widths: { ...state.widths, [tableId]: widths } })),
      restore: (tableId, { shown, order, widths }) =>
        set((state) => ({
          shown: { ...state.shown, [tableId]: shown },
          order: { ...state.order, [tableId]: order },
          widths: { ...state.widths, [tableId]: widths },
        })),
    }),
    { name: 'tilldesk.columns', version: 2, migrate: withOrder },
  ),
);

/** Version 1 knew no order of its own. */
function withOrder(kept: unknown, version: number): unknown {
  return version === 1 ? { ...(kept as object), order: {} } : kept;
}
