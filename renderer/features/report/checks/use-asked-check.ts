import { useEffect } from 'react';
import type { CheckName } from '../../../../shared/contract/financial-report.ts';
import { showCheck } from './check-line.tsx';

/** Shows the check that the address names, once its report is there: a link from elsewhere leads to it. */
export function useAskedCheck(name: CheckName | undefined, isRead: boolean): void {
  useEffect(() => {
    if (isRead && name !== undefined) showCheck(name);
  }, [isRead, name]);
}
