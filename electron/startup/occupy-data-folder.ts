import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../base/start-error.ts';
import { claimInstance, type InstanceClaim, type InstanceRecord } from './instance-file.ts';
import { markOfFile, removeLeftBehind } from './left-behind.ts';
import {
  addressOf,
  findRunningInstance,
  type InstanceSearch,
  type RunningInstance,
  STARTING,
} from './running-instance.ts';

/** Each ends with a claim, with who has it, or with a file less. */
const ATTEMPTS = 10;
const TRY_AGAIN_MS = 100;

/** Another program runs on this data folder; it has proved that it is Tilldesk. */
export class AlreadyRunning extends StartError {
  override readonly name = 'AlreadyRunning';
  readonly instance: RunningInstance;

  constructor(instance: RunningInstance) {
    super(`Tilldesk is already running on this data folder, at ${addressOf(instance)}.`);
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const claim = claimInstance(file, self);
    if (claim !== null) return claim;
    const judged = markOfFile(file);
    const running = await findRunningInstance(file, search);
    if (running !== null) throw new AlreadyRunning(running);
    if (!removeLeftBehind(file, judged)) await delay(TRY_AGAIN_MS);
  }
  throw new StartError(STARTING);
}
