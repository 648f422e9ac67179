import { create } from 'zustand';

interface PaletteStore {
  readonly isOpen: boolean;
  /** From then on its code is there. */
  readonly wasAsked: boolean;
}

export const usePaletteStore = create<PaletteStore>()(() => ({ isOpen: false, wasAsked: false }));

export function openPalette(): void {
  usePaletteStore.setState({ isOpen: true, wasAsked: true });
}

export function closePalette(): void {
  usePaletteStore.setState({ isOpen: false });
}
