import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestCase as BrowserTest, Suite, TestResult } from '@playwright/test/reporter';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import TestReporter, {
  COMMAND_VARIABLE,
  REPORT_VARIABLE,
  SECONDS_VARIABLE,
} from '../../../scripts/testing/reporter.ts';

let folder: string;
let output: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tilldesk-reporter-'));
  output = '';
  vi.stubEnv(REPORT_VARIABLE, join(folder, 'report.json'));
  vi.stubEnv(COMMAND_VARIABLE, 'npm test --');
  vi.stubEnv(SECONDS_VARIABLE, '200');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const report = () => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
const lines = () => output.split('\n').map((line) => line.trim());

/** A file as Vitest reports it: the states of its tests, in lines 1, 2, 3 … */
function moduleOf(path: string, state: 'passed' | 'failed', states: readonly string[], note?: string): TestModule {
  const tests = states.map((one, index) => ({
    result: () => ({ state: one, note }),
    location: { line: index + 1, column: 1 },
  }));
  return {
    moduleId: resolve(path),
    state: () => state,
    diagnostic: () => ({ duration: 30, collectDuration: 20, setupDuration: 10 }),
    children: {
      allTests: (wanted?: string) => tests.filter((test) => !wanted || test.result().state === wanted),
    },
  } as unknown as TestModule;
}

function browserTest(line: number, isOk: boolean, reason?: string): BrowserTest {
  const annotations = reason === undefined ? [] : [{ type: 'skip', description: reason }];
  return {
    location: { file: resolve('test/e2e/x.spec.ts'), line, column: 1 },
    annotations,
    ok: () => isOk,
  } as unknown as BrowserTest;
}

const result = (status: TestResult['status']) => ({ status, duration: 40 }) as TestResult;
const suiteOf = (count: number) => ({ allTests: () => Array(count) }) as unknown as Suite;

describe('the reporter beside that of Vitest', () => {
  it('counts the tests of each file, and names the command that repeats a failure', () => {
    const reporter = new TestReporter();
    reporter.onTestRunStart([1, 2]);
    reporter.onTestModuleEnd(moduleOf('test/unit/a.test.ts', 'failed', ['passed', 'failed', 'skipped'], 'no disk'));
    reporter.onTestModuleEnd(moduleOf('test/unit/b.test.ts', 'passed', ['passed']));
    reporter.onTestRunEnd([], []);

    expect(report()).toEqual({
      files: [
        { path: 'test/unit/a.test.ts', durationMs: 60, passed: 1, failed: 1, skipped: 1 },
        { path: 'test/unit/b.test.ts', durationMs: 60, passed: 1, failed: 0, skipped: 0 },
      ],
      errors: 0,
    });
    expect(lines()).toContain('again: npm test -- test/unit/a.test.ts:2');
    expect(lines()).toContain('skipped: 1 of test/unit/a.test.ts: no disk');
  });

  it('counts a file that cannot be loaded, or whose hooks fail, as one failure', () => {
    const reporter = new TestReporter();
    reporter.onTestModuleEnd(moduleOf('test/unit/a.test.ts', 'failed', []));
    reporter.onTestRunEnd([], ['an error outside of tests']);

    expect(report()).toMatchObject({ files: [{ failed: 1 }], errors: 1 });
    expect(lines()).toContain('again: npm test -- test/unit/a.test.ts');
  });

  it('says every half a minute how far the stage is', () => {
    vi.useFakeTimers();
    const reporter = new TestReporter();
    reporter.onTestRunStart([1, 2, 3, 4]);
    reporter.onTestModuleEnd(moduleOf('test/unit/a.test.ts', 'passed', ['passed']));
    expect(output).toBe('');
    vi.advanceTimersByTime(31_000);
    reporter.onTestModuleEnd(moduleOf('test/unit/b.test.ts', 'passed', ['passed']));
    expect(lines()).toContain('2 of 4 files, about 2 min of this stage left');
  });
});

describe('the reporter beside that of Playwright', () => {
  it('counts each attempt of the tests of a file, and names the command that repeats a failure', () => {
    const reporter = new TestReporter();
    reporter.onBegin({}, suiteOf(3));
    reporter.onTestEnd(browserTest(4, true), result('passed'));
    reporter.onTestEnd(browserTest(9, false), result('failed'));
    reporter.onTestEnd(browserTest(20, true, 'no Electron'), result('skipped'));
    reporter.onError();
    reporter.onEnd();

    expect(report()).toEqual({
      files: [{ path: 'test/e2e/x.spec.ts', durationMs: 120, passed: 1, failed: 1, skipped: 1 }],
      errors: 1,
    });
    expect(lines()).toContain('again: npm test -- test/e2e/x.spec.ts:9');
    expect(lines()).toContain('skipped: test/e2e/x.spec.ts:20: no Electron');
  });
});
