import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('telling-program.ts', import.meta.url));

/** An instance of its own process that tells receivers of what changes in this database, under this name. */
export async function startTelling(url: string, name: string): Promise<ChildProcess> {
  const program = spawn(process.execPath, [PROGRAM, url, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await ended;
  });
  await Promise.race([
    once(program.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`${name} ended before it told anybody`))),
  ]);
  return program;
}
