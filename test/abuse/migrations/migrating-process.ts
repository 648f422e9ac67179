import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

const SCRIPT = projectPath('test', 'abuse', 'migrations', 'migrating-program.ts');

/** How opening the store ended: in a process that was killed, with its own word, or in none that it said. */
export type Ending = { readonly kind: 'opened' } | { readonly kind: 'refused'; readonly name: string } | null;

/** A process that stands ready to open a store, which brings it up to date. */
export interface MigratingProcess {
  /** Begins; answers when the process is gone. */
  open(): Promise<Ending>;
  kill(): void;
}

export async function startMigrating(file: string, env: NodeJS.ProcessEnv): Promise<MigratingProcess> {
  const child = fork(SCRIPT, [file], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const [said] = await once(child, 'message');
  if (said.kind !== 'ready') throw new Error(`the migrating process began with ${said.kind}`);
  return {
    async open() {
      const ending = endingOf(child);
      child.send('open');
      const ended = await ending;
      process.off('exit', end);
      return ended;
    },
    kill: end,
  };
}

async function endingOf(child: ChildProcess): Promise<Ending> {
  let said: Ending = null;
  child.on('message', (message: Ending) => {
    said = message;
  });
  await once(child, 'close');
  return said;
}
