import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface SideBarState {
  /** Chosen apart for a wide and a narrow window; a narrow one begins with icons. */
  readonly isFolded: { readonly wide: boolean; readonly narrow: boolean };
  readonly toggle: (width: 'wide' | 'narrow') => void;
}

export const useSideBarStore = create<SideBarState>()(
  persist(
    (set) => ({
      isFolded: { wide: false, narrow: true },
      toggle: (width) => set(({ isFolded }) => ({ isFolded: { ...isFolded, [width]: !isFolded[width] } })),
    }),
    { name: 'tilldesk.side-bar', version: 1 },
  ),
);
