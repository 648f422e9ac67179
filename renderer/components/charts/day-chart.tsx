import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  type XAxisTickContentProps,
  YAxis,
} from 'recharts';
import styles from './charts.module.css';

export interface DayBar {
  /** Under the bar; empty for a day that has no number of its own. */
  readonly label: string;
  /** Letter of the weekday, below the label. */
  readonly weekday: string;
  /** Null draws no bar. */
  readonly value: number | null;
  readonly compared: number | null;
  /** Drawn as an outline: the figure is not final. */
  readonly isUnderWay: boolean;
}

export interface DayChartProps {
  /** Describes the chart for screen readers. */
  readonly label: string;
  readonly days: readonly DayBar[];
  readonly axisText: (value: number) => string;
  /** The tooltip of the day under the pointer. */
  readonly detailsOf: (index: number) => ReactNode;
  readonly onOpen: (index: number) => void;
}

const TICK = { fill: 'var(--ink-muted)', fontSize: 12 };
const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 };

/**
 * Bars of days, each with a bar to compare with. For the pointer only: the user can choose a table with the same figures
 * instead. Without animation. Escape hides the tooltip until the pointer is on another day.
 */
export function DayChart({ label, days, axisText, detailsOf, onOpen }: DayChartProps) {
  const [isTooltipHidden, setIsTooltipHidden] = useState(false);
  const pointedAt = useRef<number | string | null | undefined>(null);
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setIsTooltipHidden(true));
  function point(at: typeof pointedAt.current): void {
    if (at === pointedAt.current) return;
    pointedAt.current = at;
    setIsTooltipHidden(false);
  }
  const ticks = roundTicks(days.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]));
  return (
    <div className={styles.chart} role="img" aria-label={label} onPointerLeave={() => point(null)}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={days.map(toBars)}
          accessibilityLayer={false}
          barGap={1}
          barCategoryGap="18%"
          margin={MARGIN}
          onMouseMove={({ activeTooltipIndex }) => point(activeTooltipIndex)}
          onClick={({ activeTooltipIndex }) => openDay(activeTooltipIndex, days, onOpen)}
        >
          <CartesianGrid vertical={false} stroke="var(--hairline)" />
          <XAxis
            dataKey="label"
            height={AXIS_HEIGHT}
            interval={0}
            tick={(tick: XAxisTickContentProps) => <DayTick {...tick} day={days[tick.index]} />}
            tickLine={false}
            axisLine={{ stroke: 'var(--hairline-strong)' }}
          />
          <YAxis
            width={56}
            ticks={ticks}
            domain={[ticks[0] ?? 0, ticks.at(-1) ?? 0]}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            tickFormatter={axisText}
          />
          <Tooltip
            cursor={isTooltipHidden ? false : { fill: 'var(--ground-hover)' }}
            isAnimationActive={false}
            content={({ active, activeIndex }) =>
              active && !isTooltipHidden ? <div className={styles.details}>{detailsOf(Number(activeIndex))}</div> : null
            }
          />
          <Bar dataKey="final" stackId="day" fill="var(--accent)" isAnimationActive={false} />
          <Bar
            dataKey="underWay"
            stackId="day"
            fill="var(--accent-soft)"
            stroke="var(--accent)"
            isAnimationActive={false}
          />
          <Bar dataKey="compared" fill="var(--control-edge)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

const AXIS_HEIGHT = 36;
const LINE_HEIGHT = 14;

/** In pixels: two digits stand apart from those beside them. */
const ROOM_OF_NUMBER = 16;

type DayTickProps = Pick<XAxisTickContentProps, 'x' | 'y' | 'width' | 'index' | 'visibleTicksCount'> & {
  readonly day: DayBar | undefined;
};

/** The number of the day, every other one where they are close, and the letter of its weekday. */
export function DayTick({ x, y, width, index, visibleTicksCount, day }: DayTickProps) {
  const hasRoom = Number(width) / visibleTicksCount >= ROOM_OF_NUMBER || index % 2 === 0;
  return (
    <text x={x} y={y} textAnchor="middle" fontSize={TICK.fontSize}>
      <tspan x={x} dy="0.71em" fill="var(--ink)">
        {hasRoom && day?.label}
      </tspan>
      <tspan x={x} y={Number(y) + LINE_HEIGHT} dy="0.71em" fill="var(--ink-muted)">
        {day?.weekday}
      </tspan>
    </text>
  );
}

const MOST_STEPS = 5;

/** From 0 or the round figure below the lowest value to the one above the highest, in steps of 1, 2 or 5 and zeros. */
export function roundTicks(values: readonly number[]): readonly number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const least = Math.max((high - low) / MOST_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.max(Math.ceil(high / step) - first, 1) + 1 }, (_, index) => (first + index) * step);
}

/** A day under way is a series of its own, so that it can look different. */
function toBars({ label, value, compared, isUnderWay }: DayBar) {
  return { label, compared, final: isUnderWay ? null : value, underWay: isUnderWay ? value : null };
}

function openDay(
  active: number | string | null | undefined,
  days: readonly DayBar[],
  onOpen: (index: number) => void,
): void {
  const index = Number(active ?? Number.NaN);
  if (days[index]?.value != null) onOpen(index);
}
