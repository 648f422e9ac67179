import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VatSide } from '../../../lib/vat-side.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import { ComparedFigure } from './compared-figure.tsx';
import type { ComparedPeriod } from './compared-figures.ts';
import { MeasureFigure } from './measure-figure.tsx';
import { measuresOf } from './measures.ts';
import { PeriodHeadings } from './period-headings.tsx';
import styles from './periods-table.module.css';

interface PeriodsTableProps {
  readonly periods: readonly ComparedPeriod[];
  readonly side: VatSide;
  readonly addresses: PlaceAddresses;
}

/** Figures down, periods across: each with its change since the period before and since last year. */
export function PeriodsTable({ periods, side, addresses }: PeriodsTableProps) {
  const { t } = useTranslation();
  return (
    <Box className={styles.scroller} role="group" tabIndex={0} aria-label={t('overview.periods.scroller')}>
      <table className={styles.table} aria-label={t('overview.periods.title')}>
        <colgroup>
          <col className={styles.names} />
          {periods.map(({ preset }) => [
            <col key={preset} className={styles.nowColumn} />,
            <col key={`${preset}-compared`} span={2} className={styles.comparedColumn} />,
          ])}
        </colgroup>
        <PeriodHeadings periods={periods} />
        <tbody>
          {measuresOf(side).map((measure) => (
            <tr key={measure.key} data-rank={measure.rank}>
              <th scope="row">
                {t(measure.label)}
                <span className={styles.unit}>{t(measure.unit)}</span>
              </th>
              {periods.map(({ preset, now, comparisons }) => [
                <td key={preset} className={styles.now}>
                  <MeasureFigure measure={measure} {...now} addresses={addresses} />
                </td>,
                ...comparisons.map((compared) => (
                  <td key={`${preset}-${compared.comparison}`}>
                    <ComparedFigure
                      measure={measure}
                      now={now.figures}
                      compared={compared}
                      addresses={addresses}
                    />
                  </td>
                )),
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
