import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Field } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/use-page-state.ts';

/** `sku,title,ppu_wt`: the columns that are shown, from left to right. */
const columnsField: Field<readonly string[]> = {
  read: (text) => (text === '' ? undefined : text.split(',')),
  write: (ids) => ids.join(','),
};
const FIELDS = { columns: columnsField };

interface ColumnsAddress {
  /** Undefined where the address leaves the columns to the habit of the user. */
  readonly named: readonly string[] | undefined;
  readonly name: (ids: readonly string[]) => void;
}

/** The columns that the address of the page asks for. A change of them is no step that one goes back from. */
export function useColumnsAddress(): ColumnsAddress {
  const [{ columns }, change] = usePageState(FIELDS);
  const router = useRouter();
  const { pathname } = router.state.location;
  const name = useCallback(
    (ids: readonly string[]) => {
      // What is undone late is not written to the address of another page.
      if (router.state.location.pathname === pathname) change({ columns: ids }, { replaces: true });
    },
    [router, pathname, change],
  );
  return { named: columns, name };
}
