import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Address } from './address.ts';
import { linkTo } from './link-to.ts';

/** Goes to an address of the window; `replaces`: no step back leads to where one was. */
export function useGoTo(): (address: Address, options?: { readonly replaces?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (address, { replaces = false } = {}) => void navigate({ ...linkTo(address), replace: replaces }),
    [navigate],
  );
}
