import type { ReactNode } from 'react';
import styles from './fact-list.module.css';

/** A name with its value, which may take the room of two, or have none on paper. */
export type Fact = readonly [name: string, value: ReactNode, room?: 'wide' | 'window'];

interface FactListProps {
  /** What has an empty text for a value is left out. */
  readonly facts: readonly Fact[];
  /** `pairs`: two beside each other, as in a drawer; `row`: as many as fit. */
  readonly layout: 'pairs' | 'row';
}

/** What is known of one thing, each fact under its name. */
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
