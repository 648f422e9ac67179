import { spawn } from 'node:child_process';

const KEPT_CHARACTERS = 10_000;

/** Runs a script of Node and answers null when all went well, else why not: what it said last, where it did. */
export function runInstaller(
  installer: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: timeoutMs,
      signal,
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-KEPT_CHARACTERS);
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, endedBy) => {
      resolve(status === 0 ? null : (lastLine(said) ?? endingOf(status, endedBy)));
    });
  });
}

/** The trail of calls below a message of Node says nothing to a person. */
function lastLine(said: string): string | undefined {
  const lines = said.split('\n').map((line) => line.trim());
  return lines.findLast((line) => /\w/.test(line) && !/^at |^Node\.js v/.test(line));
}

function endingOf(status: number | null, endedBy: NodeJS.Signals | null): string {
  return `The installer ended with ${endedBy ?? `status ${status}`}.`;
}
