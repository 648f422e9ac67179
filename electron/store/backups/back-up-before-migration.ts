import { StoreError } from '../store-error.ts';
import type { BackupWork } from './backup-work.ts';
import type { BackupOrder } from './make-backup.ts';

/** Throws `StoreError` where no backup can be made: then the store has to stay as it is. */
export async function backUpBeforeMigration(
  work: Pick<BackupWork, 'make'>,
  order: Omit<BackupOrder, 'reason'>,
): Promise<void> {
  const outcome = await work.make({ ...order, reason: 'migration' });
  if (outcome.kind === 'damaged') {
    const [finding] = outcome.findings;
    throw new StoreError('corrupt', `The data file ${order.file} is damaged (${finding}).`);
  }
  if (outcome.kind === 'no-space') {
    const megabytes = Math.ceil((outcome.neededBytes - outcome.freeBytes) / 1_000_000);
    throw new StoreError(
      'unavailable',
      `This version has to change the data, and there is no room for a backup of it in ${order.folder}: make ${megabytes} MB free.`,
    );
  }
}
