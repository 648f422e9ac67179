import { create } from 'zustand';
import type { Search } from './search.ts';

interface LastSearches {
  /** By path, of the pages that are reached by name. */
  readonly searches: Readonly<Record<string, Search>>;
  readonly remember: (path: string, search: Search) => void;
}

/** The choices with which each page was left, so that the menu leads back to them. */
export const useLastSearches = create<LastSearches>()((set) => ({
  searches: {},
  remember: (path, search) => set((state) => ({ searches: { ...state.searches, [path]: search } })),
}));
