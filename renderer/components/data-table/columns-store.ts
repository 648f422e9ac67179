import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type PerColumn<T> = Readonly<Record<string, T>>;

interface ColumnsState {
  /** By table, then by column: what the user chose; absent: what the column says by itself. */
  readonly shown: PerColumn<PerColumn<boolean>>;
  readonly widths: PerColumn<PerColumn<number>>;
  readonly show: (tableId: string, shown: PerColumn<boolean>) => void;
  readonly resize: (tableId: string, widths: PerColumn<number>) => void;
  readonly reset: (tableId: string) => void;
}

/** Which columns a user sees and how wide: a habit of the person at this PC, kept over restarts. */
export const useColumnsStore = create<ColumnsState>()(
  persist(
    (set) => ({
      shown: {},
      widths: {},
      show: (tableId, shown) => set((state) => ({ shown: { ...state.shown, [tableId]: shown } })),
      resize: (tableId, widths) => set((state) => ({ widths: { ...state.widths, [tableId]: widths } })),
      reset: (tableId) =>
        set((state) => ({
          shown: { ...state.shown, [tableId]: {} },
          widths: { ...state.widths, [tableId]: {} },
        })),
    }),
    { name: 'tilldesk.columns', version: 1 },
  ),
);
