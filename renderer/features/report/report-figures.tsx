import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../components/charts/bar-list.tsx';
import { FigureLink, NotKnown } from '../../components/figures.tsx';
import { formatShare } from '../../lib/amounts.ts';
import type { ReportFigure } from '../../lib/figure-lines.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './report-page.module.css';

/** A figure of the report. Shown as a grey bar until it is read. */
export function FigureText({ figure }: { readonly figure: number | string }) {
  const format = useFormat();
  return <span data-read>{typeof figure === 'number' ? format.amount(figure) : figure}</span>;
}

/**
 * A figure that opens its rows, or has a tooltip on how it is calculated or why it is unknown. A 0 may have rows, such
 * as a sale and its return.
 */
export function OpenFigure({ figure }: { readonly figure: ReportFigure }) {
  const { t } = useTranslation();
  if (figure.euros === null) return <NotKnown name={figure.unknown} />;
  const { euros, rows, making } = figure;
  if (rows === null) {
    return (
      <span title={making && t(`report.making.${making}`)}>
        <FigureText figure={euros} />
      </span>
    );
  }
  return (
    <FigureLink rows={rows} title={t('report.openRows')}>
      <FigureText figure={euros} />
    </FigureLink>
  );
}

/** A green tick or an amber icon. The text beside it has the same meaning. */
export function CheckIcon({ holds }: { readonly holds: boolean }) {
  return holds ? (
    <IconCheck size={15} stroke={2.2} className={styles.holds} aria-hidden />
  ) : (
    <IconAlertTriangleFilled size={15} className={styles.fails} aria-hidden />
  );
}

export interface FigureBar {
  readonly key: string;
  readonly name: ReactNode;
  readonly figure: ReportFigure;
}

interface FigureBarsProps {
  readonly title: string;
  readonly bars: readonly FigureBar[];
  /** The total for the shares, in euros. */
  readonly total: number;
}

/** Figures with bars and their share of a total. Each opens its rows, as in the statement. */
export function FigureBars({ title, bars, total }: FigureBarsProps) {
  const format = useFormat();
  const titleId = useId();
  return (
    <section className={styles.bars} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.barsTitle}>
        {title}
      </h3>
      <BarList
        label={title}
        rows={bars.map(({ key, name, figure }) => ({
          key,
          name,
          // An unknown figure has no bar; its text says so.
          value: figure.euros ?? 0,
          figure: <OpenFigure figure={figure} />,
          aside: figure.euros === null ? '' : formatShare(figure.euros, total, format.roundPercentage),
        }))}
      />
    </section>
  );
}
