import { useTranslation } from 'react-i18next';
import { ChangeText } from '../../../components/change-text.tsx';
import type { ReportLine } from '../lines/report-line.ts';
import { OpenFigure } from '../statement/figure-text.tsx';
import styles from './comparison-cells.module.css';
import { sidedFigure, useComparison } from './report-comparison.ts';

export function ComparisonHeadings() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col">{t('report.comparison.compared')}</th>
      <th scope="col">{t('report.comparison.difference')}</th>
      <th scope="col" className={styles.percentage}>
        {t('report.comparison.percentage')}
      </th>
    </>
  );
}

interface ComparisonCellsProps {
  readonly now: ReportLine | null;
  readonly before: ReportLine | null;
}

/** The amount compared, the difference and its percentage; blank where one of the two reports has no such line. */
export function ComparisonCells({ now, before }: ComparisonCellsProps) {
  const comparison = useComparison();
  if (comparison === null) return null;
  const figure = sidedFigure(now, comparison.side);
  const compared = sidedFigure(before, comparison.side);
  const change = figure && compared && { now: figure.euros, before: compared.euros };
  return (
    <>
      <td>{compared && <OpenFigure figure={compared} />}</td>
      <td>{change && <ChangeText {...change} shows="difference" />}</td>
      <td className={styles.percentage}>{change && <ChangeText {...change} shows="percentage" />}</td>
    </>
  );
}
