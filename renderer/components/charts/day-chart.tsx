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
  /** Under the bar; empty if the day has no number. */
  readonly label: string;
  /** The first letter of the weekday, below the label. */
  readonly weekday: string;
  /** `null` draws no bar. */
  readonly value: number | null;
  readonly compared: number | null;
  /** The figure is not final. Such a bar is drawn as an outline. */
  readonly isUnfinished: boolean;
}

export interface DayChartProps {
  /** Describes the chart for screen readers. */
  readonly label: string;
  readonly days: readonly DayBar[];
  readonly formatAxis: (value: number) => string;
  /** The tooltip of the day under the pointer. */
  readonly renderDetails: (index: number) => ReactNode;
  readonly onOpen: (index: number) => void;
}

const TICK = { fill: 'var(--ink-muted)', fontSize: 12 };
const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 };

/**
 * Bars of days, each with a bar to compare with. Works only with the pointer: keyboard users can choose a table with
 * the same figures. Has no animation. Escape hides the tooltip until the pointer moves to another day.
 */
export function DayChart({ label, days, formatAxis, renderDetails, onOpen }: DayChartProps) {
  const [isTooltipHidden, setIsTooltipHidden] = useState(false);
  const pointedAt = useRef<number | string | null | undefined>(null);
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setIsTooltipHidden(true));
  function point(at: typeof pointedAt.current): void {
    if (at === pointedAt.current) return;
    pointedAt.current = at;
    setIsTooltipHidden(false);
  }
  const ticks = createTicks(days.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]));
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
            tickFormatter={formatAxis}
          />
          <Tooltip
            cursor={isTooltipHidden ? false : { fill: 'var(--ground-hover)' }}
            isAnimationActive={false}
            content={({ active, activeIndex }) =>
              active && !isTooltipHidden ? (
                <div className={styles.details}>{renderDetails(Number(activeIndex))}</div>
              ) : null
            }
          />
          <Bar dataKey="final" stackId="day" fill="var(--accent)" isAnimationActive={false} />
          <Bar
            dataKey="unfinished"
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

/** The width at which two digits stay apart from the next number. */
const MIN_NUMBER_WIDTH = 16;

type DayTickProps = Pick<XAxisTickContentProps, 'x' | 'y' | 'width' | 'index' | 'visibleTicksCount'> & {
  readonly day: DayBar | undefined;
};

/** The number of the day and the letter of its weekday. Shows only every other number if there is too little room. */
export function DayTick({ x, y, width, index, visibleTicksCount, day }: DayTickProps) {
  const hasRoom = Number(width) / visibleTicksCount >= MIN_NUMBER_WIDTH || index % 2 === 0;
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

const MAX_STEPS = 5;

/**
 * Ticks from 0, or from the round figure below the lowest value, to the round figure above the highest. Steps are 1, 2
 * or 5 times a power of ten.
 */
export function createTicks(values: readonly number[]): readonly number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const least = Math.max((high - low) / MAX_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
  const first = Math.floor(low / step);
  return Array.from({ length: Math.max(Math.ceil(high / step) - first, 1) + 1 }, (_, index) => (first + index) * step);
}

/** Unfinished days are a separate series, so that they can look different. */
function toBars({ label, value, compared, isUnfinished }: DayBar) {
  return { label, compared, final: isUnfinished ? null : value, unfinished: isUnfinished ? value : null };
}

function openDay(
  active: number | string | null | undefined,
  days: readonly DayBar[],
  onOpen: (index: number) => void,
): void {
  const index = Number(active ?? Number.NaN);
  if (days[index]?.value != null) onOpen(index);
}
