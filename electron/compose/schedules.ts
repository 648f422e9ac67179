import type { Logger } from 'pino';
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
  /** A function, because the session is created after the schedules, which its service serves. */
  readonly getSession: () => SignedInCallerDeps;
  readonly copies: Pick<CopyDirectory, 'getStatus'>;
  readonly log: Logger;
}

/** The scheduled exports of the program. Nothing is made before the first `wake`. */
export function composeSchedules({
  db,
  dataFolder,
  getSession,
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
  const readCaller = async () => {
    const deps = getSession();
    // A program that starts at login can be faster than the network.
    await deps.session.restoreAgain();
    return findSignedInCaller(deps);
  };
  const scheduler = createScheduler({
    ...{ records, files, clock, readCaller, readCopyStatus: copies.getStatus, begin, onFirstFile, log },
  });
  return { scheduler, schedules: createSchedules({ records, scheduler, files, dataFolder, clock }) };
}
