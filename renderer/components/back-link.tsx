import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addressOf } from '../lib/address/address.ts';
import { useLastSearches } from '../lib/address/last-searches.ts';
import { AddressLink } from './address-link.tsx';
import styles from './links.module.css';

interface BackLinkProps {
  /** The page that this one is a detail of. */
  readonly path: string;
  readonly children: ReactNode;
}

/** The way back to a page as it was left. */
export function BackLink({ path, children }: BackLinkProps) {
  const lastSearch = useLastSearches((state) => state.searches[path]);
  return (
    <AddressLink address={addressOf(path, lastSearch)} className={styles.back}>
      <IconChevronLeft size={14} aria-hidden />
      {children}
    </AddressLink>
  );
}
