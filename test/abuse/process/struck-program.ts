import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { Strike } from './strike.ts';

/** The program from its sources, in a process of its own. */
export interface StruckProgram {
  readonly apiAddress: string;
  strike(strike: Strike): void;
  /** 99 of 100 turns of the event loop were no later than this, in ms. */
  lagMs(): Promise<number>;
  kill(signal: NodeJS.Signals): void;
  /** Its status, or what ended it, and after how many ms; null where it has not ended by then. */
  endsWithin(ms: number): Promise<ProgramEnd | null>;
}

export interface ProgramEnd {
  readonly status: number | NodeJS.Signals | null;
  readonly tookMs: number;
}

const STRIKES = pathToFileURL(projectPath('test', 'abuse', 'process', 'strikes.ts')).href;
const API = /\bAPI\W+(http:\/\/127\.0\.0\.1:\d+)/;

/** With the stand-in of Electron for its window, or with none. Rejects where it ends before it serves. */
export async function startStruckProgram(dataFolder: string, host: 'electron' | 'none'): Promise<StruckProgram> {
  const entry = host === 'electron' ? ['main.ts'] : ['serve.ts', '--host', 'none'];
  const [script = '', ...options] = entry;
  const args = [projectPath('electron', script), ...options, '--port', '0', '--data-dir', dataFolder];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${STRIKES}` },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const apiAddress = await addressOf(child);
  return {
    apiAddress,
    strike: (strike) => void (child.connected && child.send(strike)),
    async lagMs() {
      if (!child.connected) return Number.NaN;
      child.send({ where: 'lag' } satisfies Strike);
      const [lag] = await once(child, 'message');
      return Number(lag);
    },
    kill: (signal) => void child.kill(signal),
    async endsWithin(ms) {
      const from = performance.now();
      const timeUp = Promise.withResolvers<null>();
      const timer = setTimeout(() => timeUp.resolve(null), ms);
      const end = await Promise.race([ended, timeUp.promise]);
      clearTimeout(timer);
      if (end === null) child.kill('SIGKILL');
      return end && { status: child.exitCode ?? child.signalCode, tookMs: performance.now() - from };
    },
  };
}

function addressOf({ stdout, stderr, ...child }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const hear = (text: string) => {
      printed += text;
      const found = API.exec(printed)?.[1];
      if (found !== undefined && printed.includes('Ctrl+C')) resolve(found);
    };
    stdout?.setEncoding('utf8').on('data', hear);
    stderr?.setEncoding('utf8').on('data', hear);
    stdout?.once('close', () => reject(new Error(`the program did not start (${child.pid}):\n${printed}`)));
  });
}
