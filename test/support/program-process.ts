import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { isProductBuilt } from '../../scripts/launching/build-product.mjs';
import { projectPath } from '../../scripts/launching/project-paths.mjs';

interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** The text of its standard input. Default: empty. */
  readonly typed?: string;
  /** The user that runs it. Only root can choose one. */
  readonly user?: { readonly uid: number; readonly gid: number } | null;
}

interface ProgramEnd {
  /** `null` if a signal ended it. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export type ProgramProcess = ReturnType<typeof startProgram>;

let isDistChecked = false;

/** Returns the script of an entry of electron/ in dist/, which starts three times as fast as its sources. */
export function builtEntry(entry: string): string {
  isDistChecked ||= isProductBuilt();
  if (!isDistChecked) throw new Error('dist/ was not built from these sources: run `npm run build`.');
  return projectPath('dist', 'host', `${entry}.js`);
}

/** Starts a built entry of electron/. It is killed when the test process ends. */
export function startProgram(
  entry: string,
  argv: readonly string[],
  { env = process.env, typed = '', user = null }: ProgramOptions = {},
) {
  const child = spawn(process.execPath, [builtEntry(entry), ...argv], { env, ...user });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  // It may exit without having read its input.
  child.stdin.on('error', () => undefined).end(typed);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const ended = once(child, 'close').then(([status]): ProgramEnd => {
    process.off('exit', kill);
    return { status, out, err };
  });
  const failWhenEnded = async () => {
    throw new Error(`the program ended: ${JSON.stringify(await ended)}`);
  };
  return {
    ...{ child, ended },
    /** Resolves with the output once it contains `text`. Rejects if the program exits before that. */
    async printed(text: string) {
      while (!out.includes(text)) await Promise.race([once(child.stdout, 'data'), failWhenEnded()]);
      return out;
    },
  };
}

/** Runs an entry of electron/ to its end. */
export function runProgram(entry: string, argv: readonly string[], options?: ProgramOptions): Promise<ProgramEnd> {
  return startProgram(entry, argv, options).ended;
}

export interface ServingProgram extends ProgramProcess {
  readonly lines: readonly string[];
  /** The port of its API. */
  readonly address: string;
  /** Sends the signal and returns the exit status once it has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the program without a window, and resolves once it serves. */
export async function startServing(argv: readonly string[], options?: ProgramOptions): Promise<ServingProgram> {
  const program = startProgram('serve', ['--headless', ...argv], options);
  const printed = await program.printed('Ctrl+C');
  return {
    ...program,
    lines: printed.trimEnd().split('\n'),
    address: /API +(http\S+)/.exec(printed)?.[1] ?? '',
    async stop(signal = 'SIGTERM') {
      program.child.kill(signal);
      return (await program.ended).status;
    },
  };
}
