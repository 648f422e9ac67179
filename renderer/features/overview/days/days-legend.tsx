import { type Comparison, elapsedPeriod } from '../../../../shared/compared-periods.ts';
import { useToday } from '../../../components/period-picker/use-today.ts';
import { overviewMonths } from '../overview-periods.ts';
import { useDaysText } from '../use-days-text.ts';
import styles from './days-section.module.css';

/** Which days stand beside one another. */
export function DaysLegend({ against }: { readonly against: Comparison }) {
  const today = useToday();
  const daysText = useDaysText();
  const { whole, before, lastYear } = overviewMonths(today);
  return (
    <span className={styles.legend}>
      <span>
        <span className={styles.key} data-series="day" />
        {daysText(elapsedPeriod(whole, today))}
      </span>
      <span>
        <span className={styles.key} data-series="compared" />
        {daysText(against === 'before' ? before : lastYear)}
      </span>
    </span>
  );
}
