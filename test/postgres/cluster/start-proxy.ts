import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { findOrdinaryUser } from '../../support/ordinary-user.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';

interface ProxyStart {
  readonly program: string;
  readonly port: number;
  /** By name, in the folder that the arguments refer to. */
  readonly files: Readonly<Record<string, string>>;
  readonly argumentsIn: (folder: string) => readonly string[];
}

/** Runs a program in front of a database, as an ordinary user, until the test ends. Resolves once it listens. */
export async function startProxy({ program, port, files, argumentsIn }: ProxyStart): Promise<void> {
  const user = findOrdinaryUser();
  const folder = createTemporaryFolder();
  if (user) chownSync(folder, user.uid, user.gid);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, text);
    if (user) chownSync(path, user.uid, user.gid);
  }
  const child = spawn(program, argumentsIn(folder), { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  onTestFinished(async () => {
    process.off('exit', kill);
    kill();
    await ended;
  });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}: ${said}`);
    await delay(20);
  }
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}
