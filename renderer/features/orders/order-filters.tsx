import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listOrders, ORDER_STATUSES, PAYMENT_TERMS } from '../../../shared/contract/orders.ts';
import { orders } from '../../../shared/datasets/declarations.ts';
import { getOrderStatusLabel, getPaymentTermLabel } from '../../../shared/order-labels.ts';
import { CustomerChip } from '../../components/filters/customer-chip.tsx';
import { FilterBar, FilterChoices, FilterMenu } from '../../components/filters/filter-bar.tsx';
import { OfferedFilter } from '../../components/filters/offered-filter.tsx';
import { PlaceFilter } from '../../components/filters/place-filter.tsx';
import { SearchField } from '../../components/filters/search-field.tsx';
import { useHeadings, useLanguage } from '../../lib/language.ts';
import type { useOrderChoices } from './order-choices.ts';

interface OrderFiltersProps {
  readonly choices: ReturnType<typeof useOrderChoices>;
  readonly count: string | undefined;
  readonly trailing: ReactNode;
}

export function OrderFilters({ choices, count, trailing }: OrderFiltersProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const headings = useHeadings(orders);
  const { search, change } = choices;
  return (
    <FilterBar count={count} onClear={choices.isFiltered ? choices.clearFilters : undefined} trailing={trailing}>
      <SearchField
        label={t('orders.search')}
        clearLabel={t('states.clearSearch')}
        term={search.q ?? ''}
        onSearch={choices.searchFor}
      />
      {search.customer_id !== undefined && (
        <CustomerChip id={search.customer_id} onRemove={() => change({ customer_id: undefined })} />
      )}
      <PlaceFilter of={listOrders} place={choices.place} onChoose={choices.choosePlace} />
      <OfferedFilter of={listOrders} parameter="status" isSet={choices.status.length > 0}>
        <FilterChoices
          label={headings.status}
          options={ORDER_STATUSES.map((value) => ({ value, label: getOrderStatusLabel(value, language) }))}
          values={choices.status}
          all={t('print.allStatuses')}
          onChange={(status) => change({ status: status.length === 0 ? undefined : status })}
        />
      </OfferedFilter>
      <OfferedFilter of={listOrders} parameter="payment_term" isSet={search.payment_term !== undefined}>
        <FilterMenu
          label={headings.payment_term}
          options={PAYMENT_TERMS.map((term) => ({
            value: term,
            label: getPaymentTermLabel(term, language),
          }))}
          value={search.payment_term ?? null}
          onChange={(term) => change({ payment_term: PAYMENT_TERMS.find((known) => known === term) })}
        />
      </OfferedFilter>
      <OfferedFilter of={listOrders} parameter="is_paid" isSet={search.is_paid !== undefined}>
        <FilterMenu
          label={headings.is_paid}
          options={[
            { value: 'true', label: t('states.yes') },
            { value: 'false', label: t('states.no') },
          ]}
          value={search.is_paid === undefined ? null : String(search.is_paid)}
          onChange={(isPaid) => change({ is_paid: isPaid === null ? undefined : isPaid === 'true' })}
        />
      </OfferedFilter>
    </FilterBar>
  );
}
