import type { ReactNode } from 'react';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { useIsMissing } from '../../lib/queries/missing-parameters.ts';

interface OfferedFilterProps {
  readonly of: Endpoint;
  readonly parameter: string;
  /** A set filter stays, so that it can be removed. */
  readonly isSet: boolean;
  readonly children: ReactNode;
}

/** A filter that is not offered if the platform does not support its parameter. */
export function OfferedFilter({ of, parameter, isSet, children }: OfferedFilterProps) {
  const isMissing = useIsMissing(of);
  return isSet || !isMissing(parameter) ? children : null;
}
