import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type {
  Reporter as BrowserReporter,
  TestCase as BrowserTest,
  Suite,
  TestResult,
} from '@playwright/test/reporter';
import type { TestCase, TestModule, Reporter as VitestReporter } from 'vitest/node';
import { describeSeconds, type FileResult, type RunReport } from './results.ts';

/** The file that the report is written to, as JSON. */
export const REPORT_VARIABLE = 'TILLDESK_TEST_REPORT';
/** How many seconds the stage usually takes. */
export const SECONDS_VARIABLE = 'TILLDESK_TEST_SECONDS';
/** The part before the path in a command that runs a file again. */
export const COMMAND_VARIABLE = 'TILLDESK_TEST_COMMAND';

const PROGRESS_EVERY_MS = 30_000;

interface FileCounts {
  durationMs: number;
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Stands beside the reporters of Vitest and of Playwright, which show what fails: adds the command that runs it again, how
 * long the run still takes, why tests were skipped, and leaves the counts of each file to the launcher.
 */
export default class TestReporter implements VitestReporter, BrowserReporter {
  readonly #files = new Map<string, FileCounts>();
  #reportedAt = 0;
  #all = 0;
  #done = 0;
  #errors = 0;

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#begin(specifications.length);
  }

  onTestModuleEnd(module: TestModule): void {
    const path = pathOf(module.moduleId);
    const { duration, collectDuration, setupDuration } = module.diagnostic();
    const counts = this.#countsOf(path);
    counts.durationMs += duration + collectDuration + setupDuration;
    for (const test of module.children.allTests()) this.#addTest(path, counts, test);
    // Hooks, and files that cannot be loaded.
    if (module.state() === 'failed' && counts.failed === 0) {
      counts.failed += 1;
      writeRepeat(path);
    }
    if (counts.skipped > 0) writeLine(`skipped: ${counts.skipped} of ${path}${noteOf(module)}`);
    this.#step('files');
  }

  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    this.#errors += errors.length;
    this.#write();
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#begin(suite.allTests().length);
  }

  onTestEnd(test: BrowserTest, { duration, status }: TestResult): void {
    const path = pathOf(test.location.file);
    const counts = this.#countsOf(path);
    counts.durationMs += duration;
    if (status === 'skipped') {
      counts.skipped += 1;
      const [reason] = test.annotations.flatMap(({ type, description }) => (type === 'skip' ? [description] : []));
      writeLine(`skipped: ${path}:${test.location.line}${reason ? `: ${reason}` : ''}`);
    } else if (test.ok()) {
      counts.passed += 1;
    } else {
      counts.failed += 1;
      writeRepeat(path, test.location.line);
    }
    this.#step('tests');
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    this.#write();
  }

  printsToStdio(): boolean {
    return false;
  }

  #addTest(path: string, counts: FileCounts, test: TestCase): void {
    const result = test.result();
    if (result.state === 'passed') {
      counts.passed += 1;
    } else if (result.state === 'failed') {
      counts.failed += 1;
      writeRepeat(path, test.location?.line);
    } else {
      counts.skipped += 1;
    }
  }

  #countsOf(path: string): FileCounts {
    const known = this.#files.get(path) ?? { durationMs: 0, passed: 0, failed: 0, skipped: 0 };
    this.#files.set(path, known);
    return known;
  }

  #begin(all: number): void {
    this.#all = all;
    this.#reportedAt = Date.now();
  }

  #step(units: string): void {
    this.#done += 1;
    const now = Date.now();
    if (now - this.#reportedAt < PROGRESS_EVERY_MS || this.#done >= this.#all) return;
    this.#reportedAt = now;
    // Slow files run first: the pace until now would make it too long.
    const left = Number(process.env[SECONDS_VARIABLE] ?? 0) * (1 - this.#done / this.#all);
    const estimate = left > 0 ? `, about ${describeSeconds(left)} of this stage left` : '';
    writeLine(`${this.#done} of ${this.#all} ${units}${estimate}`);
  }

  #write(): void {
    const path = process.env[REPORT_VARIABLE];
    if (path === undefined) return;
    const files = [...this.#files].map(([file, counts]): FileResult => ({ path: file, ...counts }));
    const report: RunReport = { files, errors: this.#errors };
    writeFileSync(path, JSON.stringify(report));
  }
}

/** What a test gave as its reason with `skip(reason)`. */
function noteOf(module: TestModule): string {
  for (const test of module.children.allTests('skipped')) {
    const result = test.result();
    if (result.state === 'skipped' && result.note !== undefined) return `: ${result.note}`;
  }
  return '';
}

function pathOf(file: string): string {
  return relative(process.cwd(), file).replaceAll('\\', '/');
}

function writeRepeat(path: string, line?: number): void {
  const command = process.env[COMMAND_VARIABLE] ?? 'npm test --';
  writeLine(`again: ${command} ${path}${line === undefined ? '' : `:${line}`}`);
}

function writeLine(text: string): void {
  process.stdout.write(`   ${text}\n`);
}
