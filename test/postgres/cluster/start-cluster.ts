import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('keep-cluster.ts', import.meta.url));

/** Starts a temporary cluster with the PostgreSQL programs in `programs`. */
export async function startCluster(programs: string) {
  const keeper = spawn(process.execPath, [KEEPER, programs], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const lines = createInterface({ input: keeper.stdout })[Symbol.asyncIterator]();
  const { value: port, done } = await lines.next();
  if (done) throw new Error('PostgreSQL did not start: see its message above.');
  return {
    /** The URL of its database `postgres`, as its superuser. */
    url: `postgres://tilldesk@127.0.0.1:${port}/postgres`,
    async stop() {
      keeper.stdin.end();
      await ended;
    },
  };
}
