import { useCallback, useState } from 'react';
import type { DiscountGroup } from './group-discounts.ts';

export interface FoldedGroups {
  readonly folded: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly foldAll: (groups: readonly DiscountGroup[]) => void;
  readonly unfoldAll: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Which groups show their subtotals only. */
export function useFoldedGroups(): FoldedGroups {
  const [folded, setFolded] = useState(NONE);
  const toggle = useCallback((key: string) => setFolded((before) => toggled(before, key)), []);
  return {
    folded,
    toggle,
    foldAll: (groups) => setFolded(new Set(groups.map(({ key }) => key))),
    unfoldAll: () => setFolded(NONE),
  };
}

function toggled(folded: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return folded.has(key) ? new Set([...folded].filter((other) => other !== key)) : new Set([...folded, key]);
}
