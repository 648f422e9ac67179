import type { ReactNode } from 'react';
import type { Address } from '../lib/address/address.ts';
import { AddressLink } from './address-link.tsx';
import styles from './figure-link.module.css';

interface FigureLinkProps {
  /** The page with the rows; null for a figure that has none: it then stands there as text. */
  readonly rows: Address | null;
  /** What opens, in words. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A figure that opens the rows it is made of, which state the same filters and the same sum. */
export function FigureLink({ rows, title, children }: FigureLinkProps) {
  if (rows === null) return children;
  return (
    <AddressLink address={rows} className={styles.figure} title={title}>
      {children}
    </AddressLink>
  );
}
