import { useTranslation } from 'react-i18next';
import type { Period } from '../../../shared/periods.ts';
import { useToday } from '../../components/period-picker/use-today.ts';
import { useLanguage } from '../../lib/language.ts';
import { daysText } from './days-text.ts';

/** Names the days of a period, seen from today. */
export function useDaysText(): (period: Period) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = useToday();
  return (period) => daysText(period, { language, t, today });
}
