import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Address } from '../lib/address/address.ts';
import { linkTo } from '../lib/address/link-to.ts';

interface AddressLinkProps {
  readonly address: Address;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  /** -1 in a row that opens with the keys itself. */
  readonly tabIndex?: number;
  /** Undefined leaves it to the router. */
  readonly 'aria-current'?: 'page' | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A link to a page with its choices. */
export function AddressLink({ address, ...props }: AddressLinkProps) {
  return <Link {...linkTo(address)} {...props} />;
}
