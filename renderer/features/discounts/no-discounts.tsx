import { useTranslation } from 'react-i18next';
import { type Period, widerPeriod } from '../../../shared/periods.ts';
import { EmptyPanel } from '../../components/empty-panel.tsx';
import { periodText } from '../../components/period-picker/period-text.ts';
import { useLanguage } from '../../lib/language.ts';
import { useDiscountsStore } from './discounts-store.ts';

/** Why the list is empty and the one thing to do: filters first, then a longer period. */
export function NoDiscounts({ period }: { readonly period: Period }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { shopId, onlyFull, choosePeriod, clearFilters } = useDiscountsStore();
  const title = t('discounts.empty.title', { period: periodText(period, language) });
  if (shopId !== null || onlyFull) {
    return (
      <EmptyPanel
        title={title}
        reason={t('discounts.empty.byFilters')}
        action={{ label: t('states.clearFilters'), onClick: clearFilters }}
      />
    );
  }
  const wider = widerPeriod(period);
  return (
    <EmptyPanel
      title={title}
      reason={t('discounts.empty.byPeriod')}
      {...(wider && {
        action: {
          label: t('discounts.empty.widen', { period: periodText(wider, language) }),
          onClick: () => choosePeriod(wider),
        },
      })}
    />
  );
}
