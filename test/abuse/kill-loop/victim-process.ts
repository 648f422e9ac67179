import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { VictimLine, VictimOrders } from './victim-orders.ts';
import type { WrittenChange } from './written-change.ts';

/** One life of the program. */
export interface VictimProcess {
  /** Milliseconds until `GET /health` was answered with 200; null where it ended before. Rejects for another answer. */
  untilHealthy(): Promise<number | null>;
  /** True when it said that nothing is left to deliver; false where it ended before. */
  untilDrained(): Promise<boolean>;
  /** Answers when all that it said was heard. True where it was alive until then. */
  kill(): Promise<boolean>;
}

export function startVictim(
  script: string,
  orders: VictimOrders,
  onWritten: (changes: readonly WrittenChange[]) => void,
): VictimProcess {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const port = Promise.withResolvers<number | null>();
  const drained = Promise.withResolvers<boolean>();
  let isKilled = false;
  void closed.then(() => {
    port.resolve(null);
    drained.resolve(false);
  });
  readLines(child, (line) => {
    if (line.kind === 'serving') port.resolve(line.port);
    else if (line.kind === 'drained') drained.resolve(true);
    else onWritten(line.changes);
  });

  return {
    async untilHealthy() {
      const served = await port.promise;
      if (served === null || !(await isHealthy(served, () => isKilled))) return null;
      return performance.now() - startedAt;
    },
    untilDrained: () => drained.promise,
    async kill() {
      const wasAlive = child.exitCode === null && child.signalCode === null;
      isKilled = true;
      // On Windows this is TerminateProcess.
      child.kill('SIGKILL');
      await closed;
      return wasAlive;
    },
  };
}

async function isHealthy(port: number, isKilled: () => boolean): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/health`);
    if (status !== 200) throw new Error(`GET /health was answered with ${status}`);
    return true;
  } catch (error) {
    if (isKilled()) return false;
    throw error;
  }
}

/** A line that was cut off by the kill was not said. */
function readLines({ stdout }: ChildProcess, hear: (line: VictimLine) => void): void {
  let rest = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  });
}
