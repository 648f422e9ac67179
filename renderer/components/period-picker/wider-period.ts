import { useTranslation } from 'react-i18next';
import { findWiderPeriod, type Period } from '../../../shared/periods.ts';
import { formatPeriod } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import type { PanelAction } from '../states/empty-panel.tsx';

/** The action for an empty period: choosing a longer one. `undefined` if there is none. */
export function useWiderPeriod(period: Period, onChoose: (period: Period) => void): PanelAction | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  const wider = findWiderPeriod(period);
  if (wider === null) return undefined;
  return { label: t('orders.empty.widen', { period: formatPeriod(wider, language) }), onClick: () => onChoose(wider) };
}
