import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** A name with its value. `wide` takes the room of two; `window` is not printed. */
export type Fact = readonly [name: string, value: ReactNode, room?: 'wide' | 'window'];

interface FactListProps {
  /** Facts whose value is an empty text are left out. */
  readonly facts: readonly Fact[];
  /** `pairs`: two side by side, as in a drawer. `row`: as many as fit. */
  readonly layout: 'pairs' | 'row';
}

/** A list of facts, each value below its name. */
export function FactList({ facts, layout }: FactListProps) {
  return (
    <dl className={styles.facts} data-layout={layout}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value, room]) => (
          <div key={name} data-room={room}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
