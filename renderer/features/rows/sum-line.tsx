import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/language.ts';
import { differenceOf } from './sum-check.ts';
import styles from './sum-line.module.css';

interface SumLineProps {
  /** The figure as it stood where it was opened; null where there was none. */
  readonly amount: number | null;
  /** Of all rows, with the sign of the figure. */
  readonly sum: number;
  /** Euros of the figure that are in no row of these; 0 where all of it is. */
  readonly besides?: number;
  readonly count: number;
  /** How the figure differs from its rows, though it is made of them. */
  readonly notes?: readonly string[];
}

/** Whether the rows add up to the figure that they were opened from. */
export function SumLine({ amount, sum, besides = 0, count, notes = [] }: SumLineProps) {
  const { t } = useTranslation();
  const { money, quantity } = useFormat();
  const difference = amount === null ? 0 : differenceOf(amount, sum, besides);
  const ofRows = t('rows.sum', { count, text: quantity(count), sum: money(sum) });
  return (
    <div className={styles.frame} role="status">
      <p className={styles.line} data-differs={difference !== 0 || undefined}>
        {amount !== null && difference === 0 && (
          <IconCheck
            size={15}
            stroke={2.2}
            className={styles.holds}
            role="img"
            aria-label={t('rows.holds')}
          />
        )}
        {difference !== 0 && <IconAlertTriangleFilled size={15} role="img" aria-label={t('rows.differs')} />}
        {amount === null ? ofRows : `${t('rows.amount', { amount: money(amount) })} · ${lowerFirst(ofRows)}`}
        {difference !== 0 && (
          <>
            {' · '}
            <strong>{t('rows.difference', { difference: money(difference) })}</strong>
            <span className={styles.why}>{t('rows.why')}</span>
          </>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </div>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
