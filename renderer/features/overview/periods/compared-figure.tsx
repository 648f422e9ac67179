import { useTranslation } from 'react-i18next';
import type { PeriodFigures } from '../period-figures.ts';
import type { PlaceAddresses } from '../use-place-addresses.ts';
import type { FiguresOfDays } from './compared-figures.ts';
import { MeasureChange } from './measure-change.tsx';
import { MeasureFigure } from './measure-figure.tsx';
import type { Measure } from './measures.ts';
import styles from './periods-table.module.css';

interface ComparedFigureProps {
  readonly measure: Measure;
  readonly now: PeriodFigures | undefined;
  readonly compared: FiguresOfDays;
  readonly addresses: PlaceAddresses;
}

/** The change, and under it the figure that it is held against. */
export function ComparedFigure({ measure, now, compared, addresses }: ComparedFigureProps) {
  const { t } = useTranslation();
  const { isUnread, ...figure } = compared;
  if (isUnread) return <span className={styles.unread}>{t('overview.periods.unread')}</span>;
  return (
    <>
      <span className={styles.change}>
        <MeasureChange measure={measure} now={now} before={figure.figures} />
      </span>
      <span className={styles.before}>
        <MeasureFigure
          measure={measure}
          figures={figure.figures}
          days={figure.days}
          choice={figure.choice}
          addresses={addresses}
        />
      </span>
    </>
  );
}
