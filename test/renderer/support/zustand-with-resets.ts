import { create as createHook } from 'zustand/react';
import { createStore as createVanilla, type StateCreator, type StoreApi } from 'zustand/vanilla';

/**
 * Replaces the package `zustand` and remembers which stores were created. Many test files share the modules of the
 * window, and each test starts with unchanged stores.
 */
export * from 'zustand/react';
export * from 'zustand/vanilla';

const resets: (() => void)[] = [];

export const create =
  <State>() =>
  (creator: StateCreator<State>) => {
    const useStore = createHook(creator);
    remember(useStore);
    return useStore;
  };

export const createStore =
  <State>() =>
  (creator: StateCreator<State>) => {
    const store = createVanilla(creator);
    remember(store);
    return store;
  };

export function resetStores(): void {
  for (const reset of resets) reset();
}

function remember<State>({ setState, getInitialState }: StoreApi<State>): void {
  resets.push(() => setState(getInitialState(), true));
}
