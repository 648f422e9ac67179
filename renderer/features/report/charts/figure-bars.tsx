import { type ReactNode, useId } from 'react';
import { BarList } from '../../../components/charts/bar-list.tsx';
import { useFormat } from '../../../lib/language.ts';
import { shareText } from '../../../lib/share-text.ts';
import type { ReportFigure } from '../lines/report-line.ts';
import { OpenFigure } from '../statement/figure-text.tsx';
import styles from './figure-bars.module.css';

export interface FigureBar {
  readonly key: string;
  readonly name: ReactNode;
  readonly figure: ReportFigure;
}

interface FigureBarsProps {
  readonly title: string;
  readonly bars: readonly FigureBar[];
  /** Euros that the shares are of. */
  readonly total: number;
}

/** Figures with bars and their share of a total; each opens its rows as it does in the statement. */
export function FigureBars({ title, bars, total }: FigureBarsProps) {
  const format = useFormat();
  const titleId = useId();
  return (
    <section className={styles.bars} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {title}
      </h3>
      <BarList
        label={title}
        rows={bars.map(({ key, name, figure }) => ({
          key,
          name,
          value: figure.euros,
          figure: <OpenFigure figure={figure} />,
          aside: shareText(figure.euros, total, format.roundPercentage),
        }))}
      />
    </section>
  );
}
