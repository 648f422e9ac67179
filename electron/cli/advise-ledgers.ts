import { ExportError } from '../exports/export-error.ts';
import type { DatasetCommand, PackageCommand } from './export-command.ts';

const ADVICE =
  'Accounts that were chosen in the window are not read from a service: name a file of them with --ledgers.';

/** A journal that a service cannot book is refused with what the person can do about it. */
export async function advisingLedgers<Result>(
  { source, ledgers }: Pick<DatasetCommand | PackageCommand, 'source' | 'ledgers'>,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isRefused = error instanceof ExportError && error.code === 'not_bookable';
    if (!isRefused || source.kind !== 'service' || ledgers !== null) throw error;
    throw new ExportError(error.code, `${error.message} ${ADVICE}`, { cause: error });
  }
}
