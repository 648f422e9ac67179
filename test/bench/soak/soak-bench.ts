import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describeMachine } from '../../support/describe-machine.ts';
import { readSoakOptions, SOAK_HELP } from '../bench-options.ts';
import { openBrowserWindow } from '../context/browser-window.ts';
import { cpuSecondsOf, createChildProcesses, memoryOf, startProduct } from '../context/running-product.ts';
import { createCalls } from './soak-calls.ts';
import { formatMinute, type Minute, summarizeSoak } from './soak-figures.ts';
import { createLoad, type Load, openLastingApi } from './soak-load.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const note = (text: string) => void process.stderr.write(`${text}\n`);

const WARM_UP_S = 30;

/** The pages that are opened by the menu, one each minute. */
const PAGES = ['orders', 'report', 'catalog', 'discounts', 'overview', 'journal'];

/** Runs `npm run bench -- soak` on a new demo shop. Returns the exit status: 1 if a bar is missed. */
export async function benchSoak(argv: readonly string[]): Promise<number> {
  const options = readSoakOptions(argv);
  if (options.showsHelp) {
    say(SOAK_HELP);
    return 0;
  }
  const processes = createChildProcesses();
  const dataFolder = mkdtempSync(join(tmpdir(), 'tilldesk-soak-'));
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }));
  const product = await startProduct(processes, dataFolder, { host: 'browser' });
  const window = await openBrowserWindow(product);
  try {
    const api = await openLastingApi(product);
    const drawCall = await createCalls(api.current(), window.client);
    const load = createLoad(() => drawCall()(api.current()), options.callsPerS, note);
    countWindowErrors(window.page, load);
    note(`${describeMachine()}; ${WARM_UP_S} s to warm up, then ${options.minutes} minutes`);
    await load.runFor(WARM_UP_S);
    load.take();

    const minutes: Minute[] = [];
    // Also after Ctrl-C, which ends this process at once.
    process.once('exit', () => {
      const machine = `${describeMachine()}, a load of ${loadavg()[1]?.toFixed(1)} at its end`;
      say(`${new Date().toISOString().slice(0, 10)}, ${machine}; ${options.callsPerS} calls a second.\n`);
      say(summarizeSoak(minutes, load.countErrors()).lines.join('\n'));
    });
    while (minutes.length < options.minutes) {
      const [productCpuS, driverCpuS] = [cpuSecondsOf(product), ownCpuSeconds()];
      openNextPage(window.page, minutes.length).catch(load.fail);
      api.renewIfDue().catch(load.fail);
      const memoryMb: number[] = [];
      while (memoryMb.length < 60) {
        await load.runFor(1);
        memoryMb.push(memoryOf(product));
      }
      if (minutes.length === options.minutes - 1) await load.drain();
      const minute = {
        ...load.take(),
        memoryMb,
        productCpuS: cpuSecondsOf(product) - productCpuS,
        driverCpuS: ownCpuSeconds() - driverCpuS,
      };
      note(formatMinute(minutes.length, minute));
      minutes.push(minute);
    }
    return summarizeSoak(minutes, load.countErrors()).isMet ? 0 : 1;
  } finally {
    await window.close();
    await processes.stop(product.child);
  }
}

function countWindowErrors(page: Page, { fail }: Load): void {
  page.on('pageerror', fail);
  page.on('crash', () => fail('the page of the window crashed'));
  page.on('console', (message) => {
    if (message.type() === 'error') fail(`console of the window: ${message.text()}`);
  });
}

async function openNextPage(page: Page, index: number): Promise<void> {
  const name = PAGES[index % PAGES.length];
  await page.getByRole('navigation').first().locator(`a[href^="/#/${name}"]`).click();
  await page.waitForURL(new RegExp(`#/${name}`));
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
