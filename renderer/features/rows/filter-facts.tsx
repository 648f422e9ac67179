import styles from './filter-facts.module.css';

/** A filter in words: its name and its value. */
export type FilterFact = readonly [label: string, value: string];

/** What the rows were narrowed to. It cannot be changed here: it is that of the figure. */
export function FilterFacts({ facts }: { readonly facts: readonly FilterFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
