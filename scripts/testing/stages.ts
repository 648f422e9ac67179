import type { SpawnOptions } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRealWindowProblem, isRealWindowSpec } from '../../test/e2e/support/real-window.ts';
import { buildProduct } from '../launching/build-product.mjs';
import { installPackagesOf } from '../launching/packages.mjs';
import type { ProcessTree } from '../launching/processes.mjs';
import { projectPath } from '../launching/project-paths.mjs';
import { findPostgres } from './find-postgres.ts';
import { provideBrowser } from './provide-browser.ts';
import { COMMAND_VARIABLE, REPORT_VARIABLE, SECONDS_VARIABLE } from './reporter.ts';
import {
  type FileResult,
  judgeRun,
  ONE_FAILED,
  ONE_PASSED,
  type Result,
  type RunReport,
  type Suites,
} from './results.ts';
import { BROWSER_SUITE, POSTGRES_SUITE } from './suites.ts';

/** A part of a run. */
export interface Stage {
  readonly title: string;
  /** About how long it takes with two cores; 0 where that depends on what was asked for. */
  readonly seconds: number;
  run(context: StageContext): Promise<StageResult>;
}

export interface StageContext {
  readonly processes: ProcessTree;
  /** The part before the path in a command that runs a test again. */
  readonly command: string;
  write(line: string): void;
}

export interface StageResult {
  readonly results: readonly Result[];
  readonly files: readonly FileResult[];
}

/** Which tests a runner is asked for. */
export interface Selection {
  /** From the root of the project. Default: all of the stage. */
  readonly paths?: readonly string[];
  /** Of the runner, such as the name of a test. */
  readonly options?: readonly string[];
}

const REPORTER = join('scripts', 'testing', 'reporter.ts');
const CHECKS_AT_ONCE = 2;
/** Folders with a lock file of their own: what others publish for APIs, and what makes the installers. */
const FOLDERS_WITH_PACKAGES = ['test/public-tools', 'scripts/releasing'];

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

/** Checks of the sources: format and lint, types, dead code. */
function checks(): readonly Check[] {
  const typed = readdirSync(projectPath(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(projectPath(entry.name, 'tsconfig.json')))
    .map(({ name }) => name);
  return [
    // By default each of four checkers reads all types for itself, which with two cores takes twice as long.
    ...typed.map((folder) => ({
      name: `types of ${folder}`,
      command: [scriptOf('typescript', 'tsc'), '-p', join(folder, 'tsconfig.json'), '--checkers', '1'],
    })),
    {
      name: 'format and lint',
      command: [scriptOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
    },
    {
      name: 'dead code',
      command: [scriptOf('knip', 'knip'), '--no-progress', '--treat-config-hints-as-errors'],
    },
    {
      name: 'dead code but for tests',
      command: [scriptOf('knip', 'knip'), '--no-progress', '--production'],
    },
  ];
}

export function checksStage(seconds: number): Stage {
  return {
    title: 'static checks',
    seconds,
    async run({ processes, write }) {
      const waiting = [...checks()];
      const results: Result[] = [];
      const runNext = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { name, command } = next;
          let output = '';
          const options: SpawnOptions = { cwd: projectPath(), stdio: ['ignore', 'pipe', 'pipe'] };
          const status = await processes.run(process.execPath, command, options, (text) => {
            output = text;
          });
          if (processes.stopRequested) return;
          write(status === 0 ? `✓ ${name}` : `✗ ${name}\n${output}   again: npm run check`);
          results.push({ name, ...(status === 0 ? ONE_PASSED : ONE_FAILED) });
        }
      };
      await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runNext));
      return { results, files: [] };
    },
  };
}

export function buildStage(seconds: number): Stage {
  return {
    title: 'build',
    seconds,
    async run({ processes }) {
      await buildProduct(processes);
      return { results: [{ name: 'build', ...ONE_PASSED }], files: [] };
    },
  };
}

/** Installs what only the full run tests: tools of others with our API, and electron-builder. */
export function otherPackagesStage(seconds: number): Stage {
  return {
    title: 'packages of public tools and installers',
    seconds,
    async run({ processes }) {
      for (const folder of FOLDERS_WITH_PACKAGES) await installPackagesOf(processes, folder);
      return { results: [], files: [] };
    },
  };
}

/** Suites that Vitest runs side by side. */
export function vitestStage(seconds: number, suites: Suites, selection: Selection = {}): Stage {
  return {
    title: Object.keys(suites).join(', '),
    seconds,
    run: (context) => runTests(context, { suites, runner: VITEST, seconds, ...selection }),
  };
}

/** The tests of the store and of what depends on it, repeated on PostgreSQL. */
export function postgresStage(seconds: number, { paths = [], options = [] }: Selection = {}): Stage {
  return {
    title: 'on PostgreSQL',
    seconds,
    async run(context) {
      const programs = findPostgres();
      if (programs === null) {
        context.write('skipped: PostgreSQL 15 or later is not installed (on Debian: apt-get install postgresql)');
        return { results: [{ name: 'on PostgreSQL', passed: 0, failed: 0, skipped: 1 }], files: [] };
      }
      context.write(`PostgreSQL of ${programs}`);
      const config = ['--config', join('test', POSTGRES_SUITE, 'vitest.config.ts')];
      const onPostgres = { ...context, command: `${context.command} --on-postgres` };
      const { results, files } = await runTests(onPostgres, {
        suites: { 'on PostgreSQL': 'test/' },
        runner: () => [...VITEST(), ...config],
        seconds,
        ...{ paths, options },
      });
      return { results, files: files.map((file) => ({ ...file, path: `${file.path} (PostgreSQL)` })) };
    },
  };
}

/** The built product in a real browser, and in the window of Electron where it can run. */
export function browserStage(seconds: number, { paths = [], options = [] }: Selection = {}): Stage {
  return {
    title: 'in Chromium',
    seconds,
    async run(context) {
      const isAsked = paths.length === 0 || paths.some((path) => path.endsWith('/') || isRealWindowSpec(path));
      const problem = isAsked ? await findRealWindowProblem() : null;
      const skipped: Result[] = problem === null ? [] : [{ name: 'in Electron', passed: 0, failed: 0, skipped: 1 }];
      if (problem !== null) context.write(`skipped: the tests in Electron, because ${problem}`);
      const wanted = problem === null ? paths : paths.filter((path) => !isRealWindowSpec(path));
      if (paths.length > 0 && wanted.length === 0) return { results: skipped, files: [] };
      context.write(`browser: ${provideBrowser()}`);
      const { results, files } = await runTests(context, {
        suites: { 'in Chromium': `test/${BROWSER_SUITE}/` },
        runner: PLAYWRIGHT,
        seconds,
        ...{ paths: wanted, options },
      });
      return { results: [...results, ...skipped], files };
    },
  };
}

type Runner = () => readonly string[];

const VITEST: Runner = () => [
  scriptOf('vitest', 'vitest'),
  'run',
  '--reporter=default',
  `--reporter=./${REPORTER}`,
  '--includeTaskLocation',
];

const PLAYWRIGHT: Runner = () => [scriptOf('@playwright/test', 'playwright'), 'test', `--reporter=list,./${REPORTER}`];

interface TestsToRun extends Selection {
  readonly suites: Suites;
  readonly runner: Runner;
  readonly seconds: number;
}

async function runTests(
  { processes, command }: StageContext,
  { suites, runner, seconds, paths = [], options = [] }: TestsToRun,
): Promise<StageResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-report-'));
  try {
    const path = join(folder, 'report.json');
    const status = await processes.run(process.execPath, [...runner(), ...paths, ...options], {
      cwd: projectPath(),
      stdio: 'inherit',
      env: {
        ...process.env,
        [REPORT_VARIABLE]: path,
        [COMMAND_VARIABLE]: command,
        [SECONDS_VARIABLE]: String(seconds),
      },
    });
    const report: RunReport | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
    const run = { suites, report, hasEndedWell: status === 0, isFiltered: options.length > 0 };
    return { results: judgeRun(run), files: report?.files ?? [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Path of a command that a package of node_modules brings. */
function scriptOf(packageName: string, command: string): string {
  const folder = projectPath('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
