import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';

/** The program from its sources, in which a mutant may be planted, in a process of its own. */
export interface SourceProgram {
  /** With an IPC channel. */
  readonly child: ChildProcess;
  readonly apiAddress: string;
  /** All that was printed so far. */
  printed(): string;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
}

const API = /\bAPI\W+(http:\/\/127\.0\.0\.1:\d+)/;

/** Starts an entry of electron/ as a user starts it. Rejects where it ends before it serves. */
export async function startFromSources(
  entry: 'main.ts' | 'serve.ts',
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<SourceProgram> {
  const child = spawn(process.execPath, [projectPath('electron', entry), ...argv, '--port', '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  let printed = '';
  const apiAddress = await new Promise<string>((resolve, reject) => {
    const take = (text: string) => {
      printed += text;
      const found = API.exec(printed)?.[1];
      if (found !== undefined && printed.includes('Ctrl+C')) resolve(found);
    };
    child.stdout?.setEncoding('utf8').on('data', take);
    child.stderr?.setEncoding('utf8').on('data', take);
    child.once('close', () => reject(new Error(`the program ended before it had started\n${printed}`)));
  });
  return {
    ...{ child, apiAddress },
    printed: () => printed,
    async kill() {
      process.off('exit', killNow);
      if (child.exitCode !== null || child.signalCode !== null) return;
      killNow();
      await once(child, 'close');
    },
  };
}
