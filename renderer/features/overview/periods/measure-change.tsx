import { useTranslation } from 'react-i18next';
import { ChangeText } from '../../../components/change-text.tsx';
import { changeBetween, signedText } from '../../../lib/change.ts';
import { useFormat } from '../../../lib/language.ts';
import type { PeriodFigures } from '../period-figures.ts';
import type { Measure } from './measures.ts';

interface MeasureChangeProps {
  readonly measure: Measure;
  readonly now: PeriodFigures | undefined;
  readonly before: PeriodFigures | undefined;
}

/** How much a figure rose or fell: in percent, and a percentage in points. */
export function MeasureChange({ measure, now, before }: MeasureChangeProps) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  if (!now || !before) return null;
  const [value, valueBefore] = [measure.of(now), measure.of(before)];
  if (value === null || valueBefore === null) return null;
  if (measure.form === 'percentage') {
    const points = changeBetween(value, valueBefore).difference;
    return (
      <span title={t('overview.periods.pointsTitle')}>
        {t('overview.periods.points', { change: signedText(points, amount) })}
      </span>
    );
  }
  if (valueBefore === 0) return <span title={t('overview.periods.noComparison')}>–</span>;
  return <ChangeText now={value} before={valueBefore} shows="percentage" />;
}
