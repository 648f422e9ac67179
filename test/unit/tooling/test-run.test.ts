import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  addTallies,
  describeSlowest,
  type FileResult,
  judgeRun,
  ONE_FAILED,
  ONE_PASSED,
  type RunReport,
  type Tally,
} from '../../../scripts/testing/results.ts';
import { browserStage, postgresStage, type Stage } from '../../../scripts/testing/stages.ts';
import { readTestRequest, runStages, stagesOf } from '../../../scripts/testing/test-run.ts';

const NO_PROCESSES = { stopRequested: false, run: async () => 0 };

async function runOf(stages: readonly Stage[], showsSlowest = false) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(...line.split('\n'));
  const context = { processes: NO_PROCESSES, command: 'npm test --', write };
  const isGood = await runStages(stages, context, showsSlowest);
  return { isGood, lines, lastLine: lines.at(-1) };
}

function stage(title: string, seconds: number, ...tallies: Tally[]): Stage {
  const results = tallies.map((tally) => ({ name: title, ...tally }));
  return { title, seconds, run: async () => ({ results, files: [] }) };
}

const file = (path: string, counts: Partial<FileResult>): FileResult => ({
  ...{ path, durationMs: 1_000, passed: 0, failed: 0, skipped: 0 },
  ...counts,
});

describe('a run', () => {
  it('adds up all stages in its last line', async () => {
    const suites = stage('suites', 60, { passed: 40, failed: 0, skipped: 2 }, { passed: 7, failed: 0, skipped: 0 });
    const { isGood, lastLine } = await runOf([stage('lint', 5, ONE_PASSED), suites]);
    expect([isGood, lastLine]).toEqual([true, '48 passed, 0 failed, 2 skipped']);
  });

  it('leaves out what was not skipped', async () => {
    expect((await runOf([stage('lint', 5, ONE_PASSED)])).lastLine).toBe('1 passed, 0 failed');
  });

  it('says before each stage which it is and how long the rest takes', async () => {
    const { lines } = await runOf([stage('checks', 30, ONE_PASSED), stage('tests', 240, ONE_PASSED)]);
    expect(lines.filter((line) => line.startsWith('── '))).toEqual([
      '── [1/2] checks · about 5 min left',
      '── [2/2] tests · about 4 min left',
    ]);
  });

  it('goes on after a failure and is not good', async () => {
    const { isGood, lastLine } = await runOf([stage('lint', 5, ONE_FAILED), stage('types', 5, ONE_PASSED)]);
    expect([isGood, lastLine]).toEqual([false, '1 passed, 1 failed']);
  });

  it('counts a stage that throws as failed and says why', async () => {
    const broken = {
      title: 'browser',
      seconds: 5,
      run: () => Promise.reject(new Error('Install a browser.')),
    };
    const { isGood, lines, lastLine } = await runOf([broken]);
    expect([isGood, lastLine]).toEqual([false, '0 passed, 1 failed']);
    expect(lines).toContain('Install a browser.');
  });

  it('lists the slowest files where it is asked to', async () => {
    const files = [
      file('test/store/a.test.ts', { durationMs: 900 }),
      file('test/store/b.test.ts', { durationMs: 12_340, passed: 6, failed: 1 }),
      file('test/store/c.test.ts', { durationMs: 100 }),
    ];
    expect(describeSlowest(files, 2).split('\n')).toEqual([
      '   time    tests  file',
      '   12.3 s      7  test/store/b.test.ts',
      '    0.9 s      0  test/store/a.test.ts',
    ]);
    const tests = { title: 'tests', seconds: 5, run: async () => ({ results: [], files }) };
    expect((await runOf([tests], true)).lines).toContain('The slowest files:');
    expect((await runOf([tests])).lines).not.toContain('The slowest files:');
  });
});

describe('the judgement of a run', () => {
  const suites = { store: 'test/store/', unit: 'test/unit/' };
  const files = [
    file('test/store/a.test.ts', { passed: 2 }),
    file('test/store/b.test.ts', { passed: 1, skipped: 3 }),
    file('test/unit/c.test.ts', { passed: 5 }),
  ];
  const judged = (report: RunReport | null, hasEndedWell = true, isFiltered = false) =>
    judgeRun({ suites, report, hasEndedWell, isFiltered });

  it('counts the files of each suite', () => {
    expect(judged({ files, errors: 0 })).toEqual([
      { name: 'store', passed: 3, failed: 0, skipped: 3 },
      { name: 'unit', passed: 5, failed: 0, skipped: 0 },
    ]);
  });

  it('fails a suite in which nothing ran', () => {
    const report = { files: [file('test/store/a.test.ts', { skipped: 3 }), ...files.slice(2)], errors: 0 };
    expect(judged(report)).toContainEqual({ name: 'store (no test ran)', passed: 0, failed: 1, skipped: 3 });
  });

  it('does not where options choose tests, as long as one ran', () => {
    const skipped = file('test/store/a.test.ts', { skipped: 3 });
    const names = (others: readonly FileResult[]) =>
      judged({ files: [skipped, ...others], errors: 0 }, true, true).map(({ name }) => name);
    expect(names(files.slice(2))).toEqual(['unit']);
    expect(names([])).toEqual(['store (no test ran)', 'unit (no test ran)']);
  });

  it('takes a runner that was asked for something else than to run tests at its word', () => {
    expect(judged(null, true, true)).toEqual([]);
    expect(addTallies(judged(null, false, true)).failed).toBe(2);
  });

  it('fails all suites of a run that left no report', () => {
    expect(addTallies(judged(null, false))).toEqual({ passed: 0, failed: 2, skipped: 0 });
  });

  it('adds the errors outside of tests', () => {
    expect(addTallies(judged({ files, errors: 2 }, false)).failed).toBe(2);
  });

  it('adds the failure of a run that ended badly although its tests passed', () => {
    expect(judged({ files, errors: 0 }, false).at(-1)).toEqual({ name: 'end of the run', ...ONE_FAILED });
  });

  it('does not count a failure twice', () => {
    const failed = [...files, file('test/unit/d.test.ts', { failed: 1 })];
    expect(addTallies(judged({ files: failed, errors: 0 }, false)).failed).toBe(1);
  });
});

describe('the stage on PostgreSQL', () => {
  it('is one skip with its reason where PostgreSQL is not installed', async () => {
    const { isGood, lines, lastLine } = await runOf([postgresStage(30, {}, () => null)]);
    expect([isGood, lastLine]).toEqual([true, '0 passed, 0 failed, 1 skipped']);
    expect(lines).toContainEqual(expect.stringContaining('skipped: PostgreSQL 15 or later is not installed'));
  });

  it('has failed where it is installed and none of its tests ran', async () => {
    const { isGood, lines, lastLine } = await runOf([postgresStage(30, {}, () => '/usr/bin')]);
    expect([isGood, lastLine]).toEqual([false, '0 passed, 1 failed']);
    expect(lines).toContain('on PostgreSQL (no test ran): 0 passed, 1 failed');
  });
});

describe('the stage in a browser', () => {
  it('skips the tests in Electron where it cannot run, in one line with the reason', async () => {
    const paths = ['test/e2e/electron.spec.ts', 'test/e2e/electron-shell.full.spec.ts:12'];
    const none = async () => 'there is no Electron binary: npx install-electron fetches it';
    const { isGood, lines, lastLine } = await runOf([browserStage(45, { paths }, none)]);
    expect([isGood, lastLine]).toEqual([true, '0 passed, 0 failed, 1 skipped']);
    expect(lines.filter((line) => line.startsWith('skipped'))).toEqual([
      'skipped: the tests in Electron, because there is no Electron binary: npx install-electron fetches it',
    ]);
  });
});

describe('the arguments of npm test', () => {
  const titles = (...args: string[]) => stagesOf(readTestRequest(args)).map(({ title }) => title);

  it('run everything that is quick, or everything', () => {
    expect(titles()).toEqual([
      'static checks',
      'build',
      expect.stringMatching(/^architecture, unit, store, .*renderer$/),
      'on PostgreSQL',
      'in Chromium',
    ]);
    expect(titles('--full')).toContain('packages of public tools');
    expect(titles('--check')).toEqual(['static checks', 'architecture, unit']);
  });

  it('hand each path to the runner that it is for', () => {
    expect(titles('test/unit/shared/money.test.ts', 'test/unit/tooling')).toEqual(['unit']);
    expect(titles('test/e2e')).toEqual(['build', 'in Chromium']);
    expect(titles('test/postgres', 'test/store/versions.test.ts')).toEqual(['store', 'on PostgreSQL']);
    expect(titles('--on-postgres', 'test/store/versions.test.ts')).toEqual(['on PostgreSQL']);
    expect(titles('test/abuse')).toEqual(['build', 'abuse']);
    expect(titles('--on-postgres')).toEqual(['on PostgreSQL']);
  });

  it('take a path however it is spelled, and a folder for what lies in it alone', () => {
    const paths = (...args: string[]) => readTestRequest(args).paths;
    expect(paths('./test/store/demo', 'test/store/demo/', resolve('test/store/demo'))).toEqual(
      Array(3).fill('test/store/demo/'),
    );
    expect(paths('test/e2e/journey.spec.ts:12:3')).toEqual(['test/e2e/journey.spec.ts:12']);
  });

  it('run in full what is left to the full run', () => {
    const size = (...args: string[]) => readTestRequest(args).size;
    expect(size('test/abuse/port.test.ts')).toBe('quick');
    expect(size('test/abuse/model.full.test.ts')).toBe('full');
    expect(size('test/client')).toBe('quick');
    expect(size('test/client/inspector.full.test.ts')).toBe('full');
  });

  it('take the line of a test, and options of the runner after the paths', () => {
    expect(readTestRequest(['test/unit/shared/money.test.ts:12', '-t', 'adds'])).toMatchObject({
      size: 'quick',
      paths: ['test/unit/shared/money.test.ts:12'],
      options: ['-t', 'adds'],
    });
  });

  it('go to one runner where they are its options', () => {
    expect(() => readTestRequest(['test/e2e', 'test/unit', '-t', 'adds'])).toThrow('Options go to one runner');
  });

  it('are refused with the usage where there are no such tests', () => {
    for (const args of [['test/nowhere'], ['electron'], ['test'], ['-t', 'adds'], ['test/unit/x.test.ts:x']]) {
      expect(() => readTestRequest(args), args.join(' ')).toThrow('npm test -- PATH');
    }
  });
});
