import { useTranslation } from 'react-i18next';
import type { Order } from '../../../shared/contract/orders.ts';
import { widerPeriod } from '../../../shared/periods.ts';
import type { PagedRows } from '../../components/data-table/use-paged-rows.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { FailurePanel } from '../../components/states/failure-panel.tsx';
import { useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';
import type { OrderSearch } from './list-orders.ts';
import type { useOrderChoices } from './use-order-choices.ts';

interface OrdersPlaceholderProps {
  readonly rows: PagedRows<OrderSearch, Order, null>;
  readonly choices: ReturnType<typeof useOrderChoices>;
}

/** Below the header of a list without orders: it could not be read, nothing matches, or nothing was sold. */
export function OrdersPlaceholder({ rows, choices }: OrdersPlaceholderProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (rows.error) {
    return (
      <FailurePanel
        error={rows.error}
        stillUsable={t('orders.stillUsable')}
        onRetry={rows.refresh}
        isRetrying={rows.isRefreshing}
        onClearFilters={choices.isFiltered ? choices.clearFilters : undefined}
      />
    );
  }
  const { from, to } = rows.shown;
  const period = { from, to };
  const title = t('orders.empty.title', { period: periodText(period, language) });
  if (choices.isFiltered) {
    return (
      <EmptyPanel
        title={title}
        reason={t('orders.empty.byFilters')}
        action={{ label: t('states.clearFilters'), onClick: choices.clearFilters }}
      />
    );
  }
  const wider = widerPeriod(period);
  return (
    <EmptyPanel
      title={title}
      reason={t('orders.empty.byPeriod')}
      {...(wider && {
        action: {
          label: t('orders.empty.widen', { period: periodText(wider, language) }),
          onClick: () => choices.choosePeriod(wider),
        },
      })}
    />
  );
}
