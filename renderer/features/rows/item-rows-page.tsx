import { useSearch } from '@tanstack/react-router';
import { textsOf } from '../../lib/address/search.ts';
import { ItemRows } from './item-rows.tsx';
import { readItemRows } from './read-rows-address.ts';
import { UnknownRows } from './unknown-rows.tsx';

/** The order items behind a figure, which the address names. */
export function ItemRowsPage() {
  const rows = readItemRows(textsOf(useSearch({ strict: false })));
  return rows === null ? <UnknownRows /> : <ItemRows address={rows} />;
}
