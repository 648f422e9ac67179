import { lazy, Suspense } from 'react';
import { fetchPart } from '../../lib/host/presence.ts';
import { Delayed } from '../states/loading.tsx';
import styles from './charts.module.css';
import type { DayChartProps } from './day-chart.tsx';

const DayChart = lazy(async () => ({ default: (await fetchPart(() => import('./day-chart.tsx'))).DayChart }));

/** A `DayChart` whose code is fetched when it is first drawn. It fills its parent, which sets the height. */
export function LazyDayChart(props: DayChartProps) {
  return (
    <Suspense fallback={<ChartOutline />}>
      <DayChart {...props} />
    </Suspense>
  );
}

/** Placeholder of a chart. */
export function ChartOutline() {
  return (
    <Delayed>
      <div className={styles.outline} />
    </Delayed>
  );
}
