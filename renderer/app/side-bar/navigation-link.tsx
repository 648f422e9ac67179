import { Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { addressOf } from '../../lib/address/address.ts';
import { useLastSearches } from '../../lib/address/last-searches.ts';
import { linkTo } from '../../lib/address/link-to.ts';
import styles from './side-bar-item.module.css';

interface NavigationLinkProps {
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: Icon;
  readonly label: string;
  readonly isFolded: boolean;
  /** How many of the page need attention, with words for the whole link; absent: none. */
  readonly badge?: { readonly count: number; readonly label: string } | undefined;
}

/** Leads to a page as it was left. The router marks the link of the page that is shown with `aria-current`. */
export function NavigationLink({ to, icon: LinkIcon, label, isFolded, badge }: NavigationLinkProps) {
  const search = useLastSearches((state) => state.searches[to]);
  return (
    <Tooltip label={badge?.label ?? label} position="right" disabled={!isFolded}>
      <Link
        {...linkTo(addressOf(to, search))}
        // The page is the same, whatever is chosen on it.
        activeOptions={{ includeSearch: false }}
        className={styles.item}
        aria-label={badge?.label ?? label}
      >
        <LinkIcon size={17} stroke={1.6} aria-hidden />
        {!isFolded && <span className={styles.label}>{label}</span>}
        {badge && (
          <span className={styles.badge} aria-hidden>
            {badge.count}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
