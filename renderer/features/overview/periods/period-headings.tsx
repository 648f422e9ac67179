import { useTranslation } from 'react-i18next';
import { useDaysText } from '../use-days-text.ts';
import { ComparedDays } from './compared-days.tsx';
import type { ComparedPeriod } from './compared-figures.ts';
import styles from './periods-table.module.css';

/** Each period with its days, and the days that it is held against. */
export function PeriodHeadings({ periods }: { readonly periods: readonly ComparedPeriod[] }) {
  const { t } = useTranslation();
  const daysText = useDaysText();
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2} className={styles.corner}>
          {t('overview.periods.figure')}
        </th>
        {periods.map(({ preset }) => (
          <th key={preset} scope="colgroup" colSpan={3} className={styles.period}>
            <span>{t(`periods.preset.${preset}`)}</span>
          </th>
        ))}
      </tr>
      <tr>
        {periods.map(({ preset, now, comparisons }) => [
          <th key={preset} scope="col">
            <span className={styles.days}>{daysText(now.days)}</span>
          </th>,
          ...comparisons.map(({ comparison, days }) => (
            <th key={`${preset}-${comparison}`} scope="col">
              <ComparedDays text={daysText(days)} />
            </th>
          )),
        ])}
      </tr>
    </thead>
  );
}
