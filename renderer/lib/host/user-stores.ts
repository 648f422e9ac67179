import { create, type StateCreator } from 'zustand';

const resets: (() => void)[] = [];

/** A zustand store with data of the signed-in user. It is reset for the next user. */
export function createUserStore<State>(creator: StateCreator<State>) {
  const useStore = create<State>()(creator);
  resets.push(() => useStore.setState(useStore.getInitialState(), true));
  return useStore;
}

/** Drops what the previous user chose, opened or exported. */
export function resetUserStores(): void {
  for (const reset of resets) reset();
}
