import { useQuery } from '@tanstack/react-query';
import { orders } from '../../../shared/datasets/declarations.ts';
import { useHeadings } from '../../lib/language.ts';
import { customerQuery } from '../../lib/queries/orders.ts';
import { FilterChip } from './filter-bar.tsx';

interface CustomerChipProps {
  readonly id: number;
  readonly onRemove: () => void;
}

/** The customer whose orders a list has, by number until the name is read and where it has none. */
export function CustomerChip({ id, onRemove }: CustomerChipProps) {
  const headings = useHeadings(orders);
  const { data } = useQuery(customerQuery(id));
  const name = data?.name || `#${id}`;
  return (
    <FilterChip label={headings.customer_name} stated={name} onRemove={onRemove}>
      <strong>{name}</strong>
    </FilterChip>
  );
}
