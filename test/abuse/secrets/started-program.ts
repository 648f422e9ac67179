import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { LAUNCH_ADDRESS } from '../../support/window-client.ts';
import type { LaidFolder } from './laid-folder.ts';

/** The whole program in a process of its own, started from its entry as a user starts it. */
export interface StartedProgram {
  readonly apiAddress: string;
  /** Lets one browser in, once. */
  readonly launchAddress: string;
  /** All that it printed, but for the line with the launch address. */
  printed(): string;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
}

const ENTRY = projectPath('electron', 'serve.ts');
const OPTIONS = ['--host', 'browser', '--no-open', '--port', '0'];
const API = /\bAPI\W+(http:\/\/127\.0\.0\.1:\d+)/;

export async function startProgram({ dataFolder, temporaryFolder }: LaidFolder): Promise<StartedProgram> {
  const child = spawn(process.execPath, [ENTRY, ...OPTIONS, '--data-dir', dataFolder], {
    env: { ...process.env, TMPDIR: temporaryFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killNow = () => child.kill('SIGKILL');
  process.once('exit', killNow);
  const kill = async () => {
    process.off('exit', killNow);
    if (child.exitCode !== null || child.signalCode !== null) return;
    killNow();
    await once(child, 'close');
  };
  const kept = keepOutput(child);
  try {
    await kept.started;
  } catch (error) {
    await kill();
    throw error;
  }
  const output = kept.output();
  const [launchAddress = ''] = LAUNCH_ADDRESS.exec(output) ?? [];
  return {
    ...{ launchAddress, kill, apiAddress: API.exec(output)?.[1] ?? '' },
    printed: () => kept.output().replace(LAUNCH_ADDRESS, ''),
  };
}

function keepOutput(child: ChildProcess) {
  let output = '';
  const { promise: started, resolve, reject } = Promise.withResolvers<void>();
  const keep = (text: string) => {
    output += text;
    if (LAUNCH_ADDRESS.test(output) && API.test(output) && output.includes('Ctrl+C')) resolve();
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  child.once('close', () => reject(new Error(`the program ended before it had started\n${output}`)));
  return { started, output: () => output };
}
