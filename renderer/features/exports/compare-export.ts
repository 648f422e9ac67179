import { useMutation } from '@tanstack/react-query';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { callBridge } from '../../lib/host/bridge-client.ts';

/** Reads again what an export read; which takes as long as the export itself. */
export function useCompareExport({ id }: Pick<PastExport, 'id'>) {
  return useMutation({ mutationFn: () => callBridge('compareExport', { id }) });
}
