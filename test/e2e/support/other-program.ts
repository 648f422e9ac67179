import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What another program on this PC got from the API. */
interface ProgramAnswer {
  readonly status: number;
  readonly requestId: string;
  readonly body: unknown;
}

/** Asks the API as a program does that has a key and knows nothing of the window. */
export async function askWithKey(apiAddress: string, path: string, key: string): Promise<ProgramAnswer> {
  const answer = await fetch(`${apiAddress}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  return {
    status: answer.status,
    requestId: answer.headers.get('X-Request-Id') ?? '',
    body: await answer.json(),
  };
}

/** Runs a curl command as it was copied into a terminal; answers its status line, headers and body. */
export async function runCurl(command: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `${command} --silent --show-error --include`]);
  return stdout;
}

/** Whether Python is on this machine. */
export async function hasPython(): Promise<boolean> {
  try {
    await promisify(execFile)('python3', ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Runs a script as it was copied into a file; answers what it prints. No proxy stands between a PC and itself. */
export async function runPython(script: string): Promise<string> {
  const env = { ...process.env, NO_PROXY: '*', no_proxy: '*', PYTHONUTF8: '1' };
  const running = promisify(execFile)('python3', ['-'], { env, maxBuffer: 16_000_000 });
  running.child.stdin?.end(script);
  return (await running).stdout;
}
