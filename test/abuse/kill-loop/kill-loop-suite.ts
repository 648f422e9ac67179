import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'vite';
import { randomStream } from '../../../electron/platform/demo/prng.ts';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { type Certificate, makeCertificate } from '../../support/certificates.ts';
import type { AbuseSuite, SuiteRun } from '../harness/suite.ts';
import { prepareContext } from './context.ts';
import { startHostileReceiver } from './hostile-receiver.ts';
import { createStoreWatch, readFeedVersions, readStoreEnd, takeLogProblems } from './inspect-store.ts';
import { BREACHES, DECLARED, KILLS, type KillFigures, reportFigures } from './kill-figures.ts';
import { createReceivedLedger, createWrittenLedger, judge } from './ledgers.ts';
import { MUTANTS } from './program/mutants.ts';
import type { VictimLine, VictimOrders } from './program/victim.ts';
import type { WrittenChange } from './stored-record.ts';

/** Fewer would not come to a kill between an answer and its commit. */
const KILLS_OF_SHORT = 16;

export const killLoopSuite: AbuseSuite = {
  name: 'kill-loop',
  title: 'the program is killed at random moments while it writes and delivers',
  ...DECLARED,
  mutants: Object.entries(MUTANTS).map(([name, { flaw, leftToAbuse = false }]) => ({
    ...{ name, flaw, leftToAbuse },
    edit: null,
  })),

  async run(run) {
    const isShort = run.size === 'short';
    const kills = isShort ? KILLS_OF_SHORT : run.scaled(KILLS);
    const tracks = Math.min(kills, isShort ? 2 : availableParallelism());
    const figures: KillFigures = {
      ...{ kills, acknowledged: 0, delivered: 0, heardWhileKilling: 0, redelivered: 0 },
      reopenMs: [],
    };
    const script = await bundleVictim(run.folder);
    const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1', '::1'] });
    await Promise.all(
      Array.from({ length: tracks }, (_, number) =>
        runKillTrack({
          ...{ run, figures, script, certificate, number },
          kills: Math.floor(kills / tracks) + (number < kills % tracks ? 1 : 0),
        }),
      ),
    );
    reportFigures(run, figures);
  },
};

/** The program in one file: it starts in a third of the time that its sources take. Returns the file. */
async function bundleVictim(folder: string): Promise<string> {
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
  readonly run: SuiteRun;
  readonly figures: KillFigures;
  readonly script: string;
  readonly certificate: Certificate;
  readonly number: number;
  readonly kills: number;
}

const DURING_START = 0.1;

const MOST_START_MS = 250;

const LIFE_MS = [70, 190] as const;

/** After a start the program puts off what is overdue by a minute, for up to 30 s: on a slow machine it may come to that. */
const DRAIN_LIMIT_MS = 60_000;

/** One data folder whose program is killed over and over, and in the end left to deliver everything. */
async function runKillTrack({ run, figures, script, certificate, number, kills }: TrackOptions): Promise<void> {
  const told = createReceivedLedger();
  const receiver = await startHostileReceiver(randomStream(run.seed, 'receiver', number), told, certificate);
  try {
    const { folder, subscribers } = await prepareContext(join(run.folder, String(number)), receiver);
    const written = createWrittenLedger(readFeedVersions(folder.store));
    const watch = createStoreWatch(folder.store, written);
    const random = randomStream(run.seed, 'track', number);
    const breachAll = (kind: keyof typeof BREACHES, sentences: readonly string[]) => {
      for (const sentence of sentences) run.breach(BREACHES[kind], sentence);
    };
    const start = (writes: boolean) => {
      const orders = { dataFolder: folder.path, seed: random.whole(1, 1_000_000_000), writes, mutant: run.mutant };
      return startVictim(script, orders, written.acknowledge);
    };
    const lookBack = () => {
      const { problems, lost, unfed } = watch.look();
      breachAll('integrity', problems);
      breachAll('lost', lost);
      breachAll('unfed', unfed);
      breachAll('logProblems', takeLogProblems(folder.log));
    };

    for (let kill = 0; kill < kills; kill += 1) {
      const victim = start(true);
      if (random.chance(DURING_START)) await delay(random.whole(0, MOST_START_MS));
      else {
        const healthyMs = await victim.untilHealthy();
        if (healthyMs !== null) {
          figures.reopenMs.push(healthyMs);
          await delay(random.whole(...LIFE_MS));
        }
      }
      if (!(await victim.kill())) run.breach(BREACHES.crashes, `life ${kill} of track ${number}`);
      lookBack();
    }
    figures.heardWhileKilling += told.messages;

    // The control: a last life in which nothing is written.
    const last = start(false);
    const isDrained = await Promise.race([last.untilDrained(), delay(DRAIN_LIMIT_MS, false, { ref: false })]);
    if (!isDrained) run.breach(BREACHES.notDrained, `track ${number}`);
    await last.kill();
    lookBack();
    const { lost, unfed } = watch.lookAtAll();
    breachAll('lost', lost);
    breachAll('unfed', unfed);

    const { undelivered, neverCommitted } = judge({ subscribers, written, told });
    breachAll('undelivered', undelivered);
    breachAll('neverCommitted', neverCommitted);
    const { unfinished, disabledWebhooks, differences } = await readStoreEnd(folder.store);
    breachAll('unfinished', unfinished);
    const { eventsInTwoMessages, changedMessages, changedEvents } = told;
    const { forged } = receiver;
    const others = { disabledWebhooks, differences, eventsInTwoMessages, changedMessages, changedEvents, forged };
    for (const [kind, count] of Object.entries(others)) {
      run.breach(BREACHES[kind as keyof typeof others], `in track ${number}`, count);
    }
    figures.acknowledged += written.acknowledged;
    figures.delivered += told.delivered;
    figures.redelivered += told.redelivered;
  } finally {
    await receiver.server.close();
  }
}

/** One life of the program. */
function startVictim(script: string, orders: VictimOrders, onWritten: (changes: readonly WrittenChange[]) => void) {
  const startedAt = performance.now();
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
    /** Milliseconds until `GET /health` was answered with 200; null where it ended before. Rejects for another answer. */
    async untilHealthy(): Promise<number | null> {
      const served = await port.promise;
      if (served === null) return null;
      try {
        const { status } = await fetch(`http://127.0.0.1:${served}/health`);
        if (status !== 200) throw new Error(`GET /health was answered with ${status}`);
        return performance.now() - startedAt;
      } catch (error) {
        if (isKilled) return null;
        throw error;
      }
    },
    /** True when it reported that nothing is left to deliver; false where it ended before. */
    untilDrained: () => drained.promise,
    /** Resolves when all that it printed was read; true where it was alive until then. */
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
