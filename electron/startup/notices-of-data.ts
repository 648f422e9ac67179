import type { Notice } from '../../shared/contract/bridge.ts';

export interface DataCare {
  readonly recovery: {
    readonly setAside: string;
    readonly backup: { readonly madeAt: string } | null;
  } | null;
  readonly backupProblem: 'no-space' | 'damaged' | 'failed' | null;
  /** Folder of the backups. */
  readonly backups: string;
}

/** What people have to know of their data. */
export function noticesOfData({ recovery, backupProblem, backups }: DataCare): readonly Notice[] {
  const notices: Notice[] = [];
  if (recovery?.backup) {
    notices.push({ kind: 'backup-put-back', path: recovery.setAside, madeAt: recovery.backup.madeAt });
  } else if (recovery) {
    notices.push({ kind: 'begun-anew', path: recovery.setAside });
  }
  if (backupProblem !== null) notices.push({ kind: `backup-${backupProblem}`, path: backups });
  return notices;
}
