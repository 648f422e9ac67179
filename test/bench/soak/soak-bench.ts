import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { projectPath } from '../../../scripts/launching/project-paths.mjs';
import { describeMachine } from '../../support/describe-machine.ts';
import { withResults } from '../../support/results-section.ts';
import { callBridge, openBrowserWindow } from '../context/browser-window.ts';
import { createChildProcesses, type RunningProduct, startProduct } from '../context/running-product.ts';
import { median, percentile } from '../harness/percentile.ts';
import { openLoad, type Work } from './soak-load.ts';
import { type Minute, missedBars, soakTable, WARM_UP_MINUTES } from './soak-table.ts';

const README = projectPath('test', 'bench', 'soak', 'README.md');

/** Loaded by the product before its own code. */
const MEMORY_MONITOR = fileURLToPath(new URL('memory-monitor.mjs', import.meta.url));

const WHOLE_MINUTES = 120;

const LEAST_MINUTES = WARM_UP_MINUTES + 20;

const SOAK_HELP = `Uses Tilldesk as the tools of a PC do, for hours: 50 calls a second, exports, a till that sells, an open window.

  npm run bench -- soak [options]

  --minutes N           how long (${WHOLE_MINUTES}; at least ${LEAST_MINUTES})
  --minutes-file FILE   gets the figures of each minute as it ends, as JSON lines
  --help                this text

Ends with status 1 when a bar is missed. A run of ${WHOLE_MINUTES} minutes is written to test/bench/soak/README.md.`;

/** `npm run bench -- soak`. Answers the exit status. */
export async function benchSoak(argv: readonly string[]): Promise<number> {
  const options = {
    minutes: { type: 'string' },
    'minutes-file': { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stdout.write(`${SOAK_HELP}\n`);
    return 0;
  }
  const minutes = Number(values.minutes ?? WHOLE_MINUTES);
  if (!Number.isInteger(minutes) || minutes < LEAST_MINUTES)
    throw new Error(`--minutes takes ${LEAST_MINUTES} or more.`);
  const measured = await soak(minutes, (minute) => {
    process.stderr.write(`${progressOf(minute)}\n`);
    if (values['minutes-file']) appendFileSync(values['minutes-file'], `${JSON.stringify(minute)}\n`);
  });
  const when = new Date().toISOString().slice(0, 10);
  const results = `${when}, ${describeMachine()}; ${minutes} minutes on the demo shop.\n\n${soakTable(measured)}`;
  process.stdout.write(`${results}\n`);
  if (minutes === WHOLE_MINUTES) writeFileSync(README, withResults(readFileSync(README, 'utf8'), results));
  const missed = missedBars(measured);
  for (const bar of missed) process.stderr.write(`MISSED: ${bar}\n`);
  return missed.length > 0 ? 1 : 0;
}

function progressOf({ at, calls, p99, residentMb, files, errors }: Minute): string {
  const failed = errors.length === 0 ? '' : `, ${errors.length} errors: ${errors[0]}`;
  return `minute ${at}: ${calls} calls, p99 ${p99.toFixed(0)} ms, ${residentMb.toFixed(0)} MB, ${files} files${failed}`;
}

const SALES_A_MINUTE = 20;

async function soak(minutes: number, onMinute: (minute: Minute) => void): Promise<readonly Minute[]> {
  const processes = createChildProcesses();
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-soak-'));
  const product = await startProduct(processes, folder, {
    host: 'browser',
    preload: MEMORY_MONITOR,
    options: ['--live', '--live-rate', String(SALES_A_MINUTE)],
  });
  const window = await openBrowserWindow(product);
  try {
    const { page, origin } = window;
    const made = { name: 'Soak', expiresOn: null, personalData: false };
    const { key } = await callBridge(page, 'createApiKey', made);
    await page.goto(`${origin}/#/overview`);
    const load = await openLoad(processes, { address: product.apiAddress, key, page });
    const measured = await measure(product, load.works, minutes, onMinute);
    await load.close();
    return measured;
  } finally {
    await window.close();
    await processes.stop(product.child);
    rmSync(folder, { recursive: true, force: true });
  }
}

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

const TICK_MS = 5;

const SAMPLES_A_MINUTE = 12;

/** Works at their pace, whether or not what came before has ended: who waits for answers measures too little. */
async function measure(
  product: RunningProduct,
  works: readonly Work[],
  minutes: number,
  onMinute: (minute: Minute) => void,
): Promise<readonly Minute[]> {
  let tookMs: number[] = [];
  let errors: string[] = [];
  const underWay = new Set<Promise<void>>();
  const start = ({ name, isCall, run }: Work) => {
    const startedAt = performance.now();
    const done = run().then(
      () => void (isCall && tookMs.push(performance.now() - startedAt)),
      (error: unknown) => void errors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    );
    const ended = done.finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  // By the clock, as intervals that are a little late each time would be fewer.
  const begunAt = performance.now();
  const counts = works.map(() => 0);
  const timer = setInterval(() => {
    const hours = (performance.now() - begunAt) / HOUR_MS;
    for (const [at, work] of works.entries()) {
      for (; (counts[at] ?? 0) < Math.floor(hours * work.anHour); counts[at] = (counts[at] ?? 0) + 1) start(work);
    }
  }, TICK_MS);
  const measured: Minute[] = [];
  try {
    for (let at = 1; at <= minutes; at += 1) {
      const samples: ProcessSample[] = [];
      for (let sample = 0; sample < SAMPLES_A_MINUTE; sample += 1) {
        await delay(MINUTE_MS / SAMPLES_A_MINUTE);
        samples.push(await sampleOf(product));
      }
      const middle = (of: (sample: ProcessSample) => number) => median(samples.map(of));
      const minute: Minute = {
        at,
        calls: tookMs.length,
        p50: percentile(tookMs, 50),
        p99: percentile(tookMs, 99),
        longest: Math.max(...tookMs),
        errors,
        underWay: underWay.size,
        residentMb: middle(({ residentMb }) => residentMb),
        liveMb: Math.min(...samples.map(({ usedMb }) => usedMb)),
        files: middle(({ files }) => files),
        threads: middle(({ threads }) => threads),
        handles: middle(({ handles }) => handles),
      };
      measured.push(minute);
      onMinute(minute);
      [tookMs, errors] = [[], []];
    }
  } finally {
    clearInterval(timer);
  }
  await Promise.all(underWay);
  const [last] = measured.slice(-1);
  // What ended after the last minute may have failed as well.
  return last === undefined ? measured : [...measured.slice(0, -1), { ...last, errors: [...last.errors, ...errors] }];
}

interface ProcessSample {
  readonly residentMb: number;
  /** Used by the heap of the main thread and by buffers. */
  readonly usedMb: number;
  /** Open files and sockets. */
  readonly files: number;
  readonly threads: number;
  /** Timers, sockets and requests that keep the event loop of the main thread alive. */
  readonly handles: number;
}

const MB = 2 ** 20;

async function sampleOf({ child }: RunningProduct): Promise<ProcessSample> {
  const answer = once(child, 'message');
  child.send('memory');
  const [{ rss, heapUsed, external, handles }] = (await answer) as [Record<string, number>];
  const countIn = (name: string) => readdirSync(`/proc/${child.pid}/${name}`).length;
  return {
    residentMb: (rss ?? Number.NaN) / MB,
    usedMb: ((heapUsed ?? Number.NaN) + (external ?? Number.NaN)) / MB,
    files: countIn('fd'),
    threads: countIn('task'),
    handles: handles ?? Number.NaN,
  };
}
