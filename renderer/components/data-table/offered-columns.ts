import { useMemo } from 'react';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { useIsMissing } from '../../lib/queries/missing-parameters.ts';
import type { TableColumn } from './table-column.ts';

/** The columns, without the sorting that the platform of the list does not take. */
export function useOfferedColumns<Row>(
  endpoint: Endpoint,
  columns: readonly TableColumn<Row>[],
): readonly TableColumn<Row>[] {
  const isMissing = useIsMissing(endpoint);
  const unsortable = columns.filter(({ sortId }) => sortId !== undefined && isMissing(`sort=${sortId}`));
  const ids = unsortable.map(({ id }) => id).join();
  return useMemo(() => {
    if (ids === '') return columns;
    const without = new Set(ids.split(','));
    return columns.map((column) => {
      if (!without.has(column.id)) return column;
      const { sortId: _, ...unsorted } = column;
      return unsorted;
    });
  }, [columns, ids]);
}
