import styles from './charts.module.css';

const WIDTH = 100;
const HEIGHT = 24;

/** A line without axes. `null` leaves a gap. The figure beside it says what the line shows. */
export function Sparkline({ values }: { readonly values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const path = values.map((value, index) => {
    if (value === null) return '';
    const x = (index / Math.max(values.length - 1, 1)) * WIDTH;
    const y = high === low ? HEIGHT / 2 : HEIGHT - ((value - low) / (high - low)) * HEIGHT;
    return `${index === 0 || values[index - 1] === null ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" className={styles.sparkline} aria-hidden>
      <path d={path.join(' ')} fill="none" stroke="var(--accent)" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
