import type { ReactNode, Ref } from 'react';
import styles from './section-bar.module.css';

interface SectionBarProps {
  readonly id: string;
  readonly title: string;
  /** A sentence or a count beside the title. */
  readonly note?: ReactNode;
  /** Takes the focus where what had it is gone. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** The line above a part of the page: its title, and at the far end what can be done with it. */
export function SectionBar({ id, title, note, titleRef, children }: SectionBarProps) {
  return (
    <div className={styles.bar}>
      <h2 id={id} ref={titleRef} className={styles.title} tabIndex={-1}>
        {title}
      </h2>
      <span className={styles.note}>{note}</span>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
