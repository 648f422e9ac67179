import { create as createHook } from 'zustand/react';
import type { StateCreator } from 'zustand/vanilla';

/**
 * Stands in for the package `zustand`, and remembers which stores were made: the modules of the window are loaded once
 * for many test files, and each test begins with stores that nobody has changed.
 */
export * from 'zustand/react';
export * from 'zustand/vanilla';

const resets: (() => void)[] = [];

export const create =
  <State>() =>
  (creator: StateCreator<State>) => {
    const useStore = createHook(creator);
    resets.push(() => useStore.setState(useStore.getInitialState(), true));
    return useStore;
  };

export function resetStores(): void {
  for (const reset of resets) reset();
}
