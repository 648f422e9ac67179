import { UnstyledButton } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { type HistoryState, Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { type Address, createAddress } from '../lib/address/address.ts';
import { useLastSearches } from '../lib/address/last-searches.ts';
import { toLinkProps } from '../lib/address/navigation.ts';
import styles from './links.module.css';

interface AddressLinkProps {
  readonly address: Address;
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  /** -1 in a row that the keys open themselves. */
  readonly tabIndex?: number;
  /** If `undefined`, the router decides. */
  readonly 'aria-current'?: 'page' | undefined;
  /** The state of the new history entry. */
  readonly state?: HistoryState;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link to a page with its choices. */
export function AddressLink({ address, ...props }: AddressLinkProps) {
  return <Link {...toLinkProps(address)} {...props} />;
}

interface BackLinkProps {
  /** The page that this one is a detail of. */
  readonly path: string;
  /** The name of that page. */
  readonly children: string;
}

/** Goes back in the history. If the window started on this page, goes to `path` as the user left it. */
export function BackLink({ path, children }: BackLinkProps) {
  const { t } = useTranslation();
  const { history } = useRouter();
  const lastSearch = useLastSearches((state) => state.searches[path]);
  if (useCanGoBack()) {
    return (
      <UnstyledButton className={styles.back ?? ''} onClick={() => history.back()}>
        <IconChevronLeft size={14} aria-hidden />
        {t('states.back')}
      </UnstyledButton>
    );
  }
  return (
    <AddressLink address={createAddress(path, lastSearch)} className={styles.back}>
      <IconChevronLeft size={14} aria-hidden />
      {t('states.backTo', { page: children })}
    </AddressLink>
  );
}
