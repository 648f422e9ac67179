import { useQuery } from '@tanstack/react-query';
import { readCustomer } from '../../../shared/contract/customers.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { readApi } from '../../lib/host/api-client.ts';
import { useHeadings } from '../../lib/language.ts';
import { FilterChip } from './filter-bar.tsx';

interface CustomerChipProps {
  readonly id: number;
  readonly onRemove: () => void;
}

/** The customer whose orders a list has, by number until the name is read and where it has none. */
export function CustomerChip({ id, onRemove }: CustomerChipProps) {
  const headings = useHeadings(orders);
  const { data } = useQuery({
    queryKey: ['customer', id],
    meta: { holdsNames: true },
    queryFn: ({ signal }) => readApi(readCustomer, { id, signal }),
    staleTime: 5 * 60_000,
  });
  return (
    <FilterChip label={headings.customer_name} onRemove={onRemove}>
      <strong>{data?.name || `#${id}`}</strong>
    </FilterChip>
  );
}
