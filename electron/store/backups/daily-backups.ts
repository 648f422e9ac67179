import type { Clock } from '../../base/clock.ts';
import type { Backup } from './backup-manifest.ts';
import type { BackupOutcome } from './make-backup.ts';

export interface DailyBackups {
  /** What came of the last one; null for a backup that was made, or while there was no reason for one. */
  readonly problem: BackupProblem | null;
  stop(): void;
}

/** `failed`: the log says why. */
export type BackupProblem = 'no-space' | 'damaged' | 'failed';

export interface DailyBackupsDeps {
  readonly clock: Clock;
  /** The newest that there is, whatever it was made for. */
  readonly newest: () => Backup | null;
  readonly make: () => Promise<BackupOutcome>;
  /** True: there is nothing worth a backup yet. */
  readonly isStoreNew: boolean;
  readonly log: { info(facts: object, text: string): void; error(facts: object, text: string): void };
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Whoever starts the program wants to work first. */
const AFTER_START_MS = 5 * 60 * 1_000;

/** Makes a backup each day that the program runs, from some minutes after its start on. */
export function startDailyBackups(deps: DailyBackupsDeps): DailyBackups {
  const { clock, make, log } = deps;
  let problem: BackupProblem | null = null;
  let cancel = clock.after(firstDelay(deps), takeTurn);

  function takeTurn(): void {
    cancel = clock.after(DAY_MS, takeTurn);
    void makeOne();
  }

  async function makeOne(): Promise<void> {
    try {
      const outcome = await make();
      problem = outcome.kind === 'made' ? null : outcome.kind;
      if (outcome.kind === 'made') log.info({ file: outcome.backup.file }, 'a backup was made');
      else log.error({ outcome }, 'no backup was made; those of before are kept');
    } catch (err) {
      problem = 'failed';
      log.error({ err }, 'no backup was made; those of before are kept');
    }
  }

  return {
    get problem() {
      return problem;
    },
    stop: () => cancel(),
  };
}

function firstDelay({ clock, newest, isStoreNew }: DailyBackupsDeps): number {
  if (isStoreNew) return DAY_MS;
  const last = newest();
  const dueInMs = last === null ? 0 : Date.parse(last.madeAt) + DAY_MS - clock.now();
  // A clock that was wrong when it was made puts nothing off for longer than a day.
  return Math.min(Math.max(dueInMs, AFTER_START_MS), DAY_MS);
}
