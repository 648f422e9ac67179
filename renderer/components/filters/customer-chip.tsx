import { useQuery } from '@tanstack/react-query';
import { orders } from '../../../shared/datasets/declarations.ts';
import { useHeadings } from '../../lib/language.ts';
import { customerQuery } from '../../lib/queries/orders.ts';
import { FilterChip } from './filter-bar.tsx';

interface CustomerChipProps {
  readonly id: number;
  readonly onRemove: () => void;
}

/** The customer whose orders the list shows. Shows the number until the name is read, or if there is no name. */
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
