import type { LinkProps } from '@tanstack/react-router';
import type { Address } from './address.ts';

/**
 * An address as the router takes it. One may come from a saved view: whether there is such a page is found out when it
 * is opened, so that this is the only place where the types of the router are told what they cannot know.
 */
export function linkTo({ path, search }: Address): Pick<LinkProps, 'to' | 'search'> {
  return { to: path, search } as Pick<LinkProps, 'to' | 'search'>;
}
