import { useMemo } from 'react';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { useIsMissing } from '../../lib/queries/missing-parameters.ts';
import type { TableColumn } from './table-column.ts';

/** The columns without the sorting and filters that the platform does not support. */
export function useOfferedColumns<Row>(
  endpoint: Endpoint,
  columns: readonly TableColumn<Row>[],
): readonly TableColumn<Row>[] {
  const isMissing = useIsMissing(endpoint);
  const parameters = columns.flatMap(({ sortId, filterId }) => [sortId && `sort=${sortId}`, filterId]);
  const missing = parameters.filter((parameter) => parameter !== undefined && isMissing(parameter)).join();
  return useMemo(() => {
    if (missing === '') return columns;
    const names = missing.split(',');
    return columns.map(({ sortId, filterId, onFilter, ...column }) => ({
      ...column,
      ...(sortId !== undefined && !names.includes(`sort=${sortId}`) && { sortId }),
      ...(onFilter && !(filterId !== undefined && names.includes(filterId)) && { onFilter }),
    }));
  }, [columns, missing]);
}
