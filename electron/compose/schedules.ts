import type { Logger } from 'pino';
import type { CopyStatus } from '../../shared/contract/connection.ts';
import type { Caller } from '../base/caller.ts';
import { findSignedInCaller, type SignedInCallerDeps } from '../bridge/signed-in-caller.ts';
import { createScheduledFiles, type ScheduledFilesDeps } from '../exports/schedules/scheduled-files.ts';
import { createScheduler, type SchedulerDeps } from '../exports/schedules/scheduler.ts';
import { createSchedules } from '../exports/schedules/schedules.ts';
import type { CopyDirectory } from '../service/window/copies-routes.ts';
import { createSchedulesRepository } from '../store/accounts/schedules-repository.ts';
import type { Store } from '../store/open-store.ts';

interface SchedulingDeps extends ScheduledFilesDeps, Pick<SchedulerDeps, 'begin' | 'onFirstFile'> {
  readonly db: Store['db'];
  readonly dataFolder: string;
  /** Read at each look: the session is made after the schedules, which its service serves. */
  readonly readSession: () => SignedInCallerDeps;
  readonly copies: Pick<CopyDirectory, 'getStatus'>;
  readonly log: Logger;
}

/** The exports that the program makes by itself. Nothing is made before the first `wake`. */
export function composeSchedules({
  db,
  dataFolder,
  readSession,
  copies,
  begin,
  onFirstFile,
  log,
  ...deps
}: SchedulingDeps) {
  const { clock } = deps;
  const records = createSchedulesRepository(db, clock, (id) =>
    log.error({ id }, 'a scheduled export or an entry of its history is damaged'),
  );
  const files = createScheduledFiles(deps);
  const readCaller = () => findSignedInCaller(readSession());
  const readCopiedUntil = async (caller: Caller) => getCopiedUntil(await copies.getStatus(caller));
  const scheduler = createScheduler({
    ...{ records, files, clock, readCaller, readCopiedUntil, begin, onFirstFile, log },
  });
  return { scheduler, schedules: createSchedules({ records, scheduler, files, dataFolder, clock }) };
}

/** `null` if the platform itself answers questions about orders; 0 before the first reading of them has ended. */
function getCopiedUntil(copy: CopyStatus | null): number | null {
  if (copy === null || copy.coverage === null) return null;
  const readAt = copy.streams.find(({ name }) => name === 'orders')?.readAt ?? null;
  return readAt === null ? 0 : Date.parse(readAt);
}
