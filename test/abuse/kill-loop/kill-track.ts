import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'vite';
import { createRandomStream } from '../../../electron/platform/demo/prng.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import type { Certificate } from '../../support/certificates.ts';
import type { SecretSearch } from '../harness/secret-search.ts';
import { prepareContext } from './context.ts';
import { startHostileReceiver } from './hostile-receiver.ts';
import { createStoreWatch, readFeedVersions, readStoreEnd, takeLogProblems } from './inspect-store.ts';
import { createReceivedLedger, createWrittenLedger, judge } from './ledgers.ts';
import type { VictimLine, VictimOrders } from './program/victim.ts';
import type { WrittenChange } from './stored-record.ts';

/** Bundles the program into one file, which starts in a third of the time. Returns the file. */
export async function bundleVictim(folder: string): Promise<string> {
  const name = 'victim.mjs';
  await build({
    configFile: false,
    root: projectPath(),
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'test/abuse/kill-loop/program/victim.ts',
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: name, codeSplitting: false } },
    },
  });
  return join(folder, name);
}

interface TrackOptions {
  /** Must not exist yet; it becomes the data folder. */
  readonly folder: string;
  readonly script: string;
  readonly certificate: Certificate;
  readonly seed: string;
  readonly kills: number;
  /** Gets every secret of the track and its log. */
  readonly secrets: Pick<SecretSearch, 'keepSecret' | 'hear'>;
}

const DURING_START = 0.1;

const MAX_START_MS = 250;

const LIFE_MS = [70, 190] as const;

/** Refused messages are retried within a second; the rest is for a slow machine. */
const DRAIN_LIMIT_MS = 60_000;

/**
 * Kills the program of one data folder repeatedly, and then lets it deliver everything. The lists of the result are
 * sentences about faults.
 */
export async function runKillTrack({ folder: path, script, certificate, seed, kills, secrets }: TrackOptions) {
  const told = createReceivedLedger();
  const receiver = await startHostileReceiver(createRandomStream(1, 'receiver', seed), told, certificate);
  try {
    const { folder, subscribers } = await prepareContext(path, receiver);
    for (const { secret } of subscribers) secrets.keepSecret('webhook secret', secret);
    const written = createWrittenLedger(readFeedVersions(folder.store));
    const watch = createStoreWatch(folder.store, written);
    const random = createRandomStream(1, 'track', seed);
    const lost: string[] = [];
    const unfed: string[] = [];
    const damage: string[] = [];
    const logProblems: string[] = [];
    const crashes: string[] = [];
    const start = (writes: boolean) => {
      const orders = { dataFolder: folder.path, seed: random.drawInteger(1, 1_000_000_000), writes };
      return startVictim(script, orders, written.acknowledge);
    };
    const lookBack = () => {
      const found = watch.look();
      lost.push(...found.lost);
      unfed.push(...found.unfed);
      damage.push(...found.problems);
      logProblems.push(...takeLogProblems(folder.log, (text) => secrets.hear('the log', text)));
    };

    for (let kill = 0; kill < kills; kill += 1) {
      const victim = start(true);
      if (random.chance(DURING_START)) await delay(random.drawInteger(0, MAX_START_MS));
      else if (await victim.isHealthy()) await delay(random.drawInteger(...LIFE_MS));
      if (!(await victim.kill())) crashes.push(`life ${kill} ended by itself`);
      lookBack();
    }
    const messagesWhileKilling = told.messages;

    // In the last run nothing is written.
    const last = start(false);
    const isDrained = await Promise.race([last.untilDrained(), delay(DRAIN_LIMIT_MS, false, { ref: false })]);
    await last.kill();
    lookBack();
    const atLast = watch.lookAtAll();
    lost.push(...atLast.lost);
    unfed.push(...atLast.unfed);
    const { forged } = receiver;
    return {
      ...{ lost, unfed, damage, logProblems, crashes, isDrained, forged, messagesWhileKilling },
      ...judge({ subscribers, written, told }),
      ...(await readStoreEnd(folder.store)),
      acknowledged: written.acknowledged,
      told,
    };
  } finally {
    await receiver.server.close();
  }
}

/** One run of the program. */
function startVictim(script: string, orders: VictimOrders, onWritten: (changes: readonly WrittenChange[]) => void) {
  const child = spawn(process.execPath, [script, JSON.stringify(orders)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const port = Promise.withResolvers<number | null>();
  const drained = Promise.withResolvers<boolean>();
  let isKilled = false;
  void closed.then(() => {
    port.resolve(null);
    drained.resolve(false);
  });
  const hear = (line: VictimLine) => {
    if (line.kind === 'serving') port.resolve(line.port);
    else if (line.kind === 'drained') drained.resolve(true);
    else onWritten(line.changes);
  };
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // A line that was cut off by the kill does not count.
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  });

  return {
    /** Whether `GET /health` returned a 200; false if the program ended before. Rejects for another answer. */
    async isHealthy(): Promise<boolean> {
      const served = await port.promise;
      if (served === null) return false;
      try {
        const { status } = await fetch(`http://127.0.0.1:${served}/health`);
        if (status !== 200) throw new Error(`GET /health was answered with ${status}`);
        return true;
      } catch (error) {
        if (isKilled) return false;
        throw error;
      }
    },
    /** True once it reported that nothing is left to deliver; false if it ended before. */
    untilDrained: () => drained.promise,
    /** Resolves when all its output was read; true if it was alive until then. */
    async kill(): Promise<boolean> {
      const wasAlive = child.exitCode === null && child.signalCode === null;
      isKilled = true;
      // On Windows this is TerminateProcess.
      child.kill('SIGKILL');
      await closed;
      return wasAlive;
    },
  };
}
