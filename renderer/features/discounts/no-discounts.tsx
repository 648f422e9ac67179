import { useTranslation } from 'react-i18next';
import { widerPeriod } from '../../../shared/periods.ts';
import { EmptyPanel } from '../../components/states/empty-panel.tsx';
import { useLanguage } from '../../lib/language.ts';
import { periodText } from '../../lib/period-text.ts';
import type { DiscountChoices } from './use-discount-choices.ts';

/** Why the list is empty and the one thing to do: filters first, then a longer period. */
export function NoDiscounts({ choices }: { readonly choices: DiscountChoices }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { period, shopId, switches, choosePeriod, clearFilters } = choices;
  const title = t('discounts.empty.title', { period: periodText(period, language) });
  const { only_counting, only_full, hide_rounding } = switches;
  if (shopId !== null || only_counting || only_full || hide_rounding) {
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
