import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { Random } from '../../../electron/platform/demo/prng.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { createDiskControlFile, failingDiskEnvironment, openDiskControl } from '../failing-disk/disk-control.ts';

const SCRIPT = projectPath('test', 'abuse', 'migrations', 'migrating-program.ts');

/** How opening the store ended; `null` if the process ended before it reported that. */
type Ending = { readonly kind: 'opened' } | { readonly kind: 'refused'; readonly name: string } | null;

/** A process that waits to open a store, which migrates it. */
export async function startMigrating(file: string, env: NodeJS.ProcessEnv) {
  const child = fork(SCRIPT, [file], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const [first] = await once(child, 'message');
  if (first.kind !== 'ready') throw new Error(`the migrating process began with ${first.kind}`);
  return {
    kill,
    /** Starts opening; resolves when the process has ended. */
    async open(): Promise<Ending> {
      let ending: Ending = null;
      child.on('message', (message: Ending) => {
        ending = message;
      });
      child.send('open');
      await once(child, 'close');
      process.off('exit', kill);
      return ending;
    },
  };
}

/** When the process is killed. */
export interface Moment {
  /** At this write or sync of the store; `null` if it is killed after a time. */
  readonly atCall: number | null;
  readonly afterMs: number;
}

const MAX_MS = 60;

const MAX_CALLS = 260;

/**
 * Every fourth time after a time, or always if the calls of the disk cannot be counted; otherwise at a random write.
 */
export function randomMoment(random: Random, library: string | null): Moment {
  const byClock = library === null || random.chance(0.25);
  const calls = Math.ceil(MAX_CALLS * random.drawFraction() ** 2);
  return { atCall: byClock ? null : Math.max(1, calls), afterMs: MAX_MS * random.drawFraction() };
}

/** Opens the store in a process that is killed at that time. */
export async function openAndKill(copy: string, { atCall, afterMs }: Moment, library: string | null): Promise<Ending> {
  if (library === null || atCall === null) {
    const migrating = await startMigrating(copy, process.env);
    const ending = migrating.open();
    await after(afterMs);
    migrating.kill();
    return ending;
  }
  const file = `${copy}.control`;
  createDiskControlFile(file);
  const control = openDiskControl(file);
  const migrating = await startMigrating(copy, failingDiskEnvironment(library, file, copy));
  control.arm({ failsAt: atCall, forEver: false, error: 'SIGKILL' });
  const ending = await migrating.open();
  control.close();
  return ending;
}
