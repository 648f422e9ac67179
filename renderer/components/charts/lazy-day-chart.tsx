import { lazy, Suspense } from 'react';
import { Delayed } from '../states/delayed.tsx';
import type { DayChartProps } from './day-chart.tsx';
import styles from './lazy-day-chart.module.css';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** A `DayChart` that is fetched when it is first drawn. It fills its parent, which gives the height. */
export function LazyDayChart(props: DayChartProps) {
  return (
    <Suspense fallback={<ChartOutline />}>
      <DayChart {...props} />
    </Suspense>
  );
}

/** Where a chart will stand. */
export function ChartOutline() {
  return (
    <Delayed>
      <div className={styles.outline} />
    </Delayed>
  );
}
