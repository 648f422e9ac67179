import { rmSync } from 'node:fs';
import { claimInstance, type InstanceClaim, type InstanceRecord } from './instance-file.ts';
import { findRunningInstance, type InstanceSearch, type RunningInstance } from './running-instance.ts';
import { StartError } from './start-error.ts';

/** Another program runs on this data folder; it has proved that it is Tilldesk. */
export class AlreadyRunning extends StartError {
  override readonly name = 'AlreadyRunning';
  readonly instance: RunningInstance;

  constructor(instance: RunningInstance) {
    super(`Tilldesk is already running on this data folder, at http://127.0.0.1:${instance.apiPort}.`);
    this.instance = instance;
  }
}

/** Throws `AlreadyRunning` when the data folder is taken; takes nothing itself. */
export async function refuseSecondStart(file: string): Promise<void> {
  const running = await findRunningInstance(file);
  if (running !== null) throw new AlreadyRunning(running);
}

/**
 * Takes the data folder for this process, before anything in it is opened. A file left behind by a dead or
 * foreign process is replaced. Throws `AlreadyRunning`.
 */
export async function occupyDataFolder(
  file: string,
  self: Pick<InstanceRecord, 'pid' | 'startedAt' | 'host'>,
  search?: InstanceSearch,
): Promise<InstanceClaim> {
  const first = claimInstance(file, self);
  if (first !== null) return first;
  const running = await findRunningInstance(file, search);
  if (running !== null) throw new AlreadyRunning(running);
  rmSync(file, { force: true });
  const second = claimInstance(file, self);
  if (second === null) throw new StartError('Another Tilldesk is starting on this data folder just now.');
  return second;
}
