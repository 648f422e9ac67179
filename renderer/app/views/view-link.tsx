import type { ReactNode } from 'react';
import type { SavedView } from '../../../shared/contract/preferences.ts';
import { AddressLink } from '../../components/address-link.tsx';
import { viewAddress } from './shown-view.ts';

interface ViewLinkProps {
  readonly view: SavedView;
  /** Also when something was chosen otherwise since: the router would call that another address. */
  readonly isShown: boolean;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export function ViewLink({ view, isShown, className, children }: ViewLinkProps) {
  return (
    <AddressLink
      address={viewAddress(view)}
      className={className}
      aria-current={isShown ? 'page' : undefined}
    >
      {children}
    </AddressLink>
  );
}
