import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/launching/project-paths.mjs';
import { compileFailingDisk, createDiskControlFile, failingDiskEnvironment } from './failing-disk/disk-control.ts';
import { createSecretSearch } from './harness/secret-search.ts';
import { createSuiteFolder } from './harness/suite-folder.ts';
import type { FaultMessage, FaultOrders } from './io-faults/fault-program.ts';

const SCRIPT = projectPath('test', 'abuse', 'io-faults', 'fault-program.ts');

const folder = createSuiteFolder();
const secrets = createSecretSearch();
const counts = { operations: 0, faults: 0, recoveries: 0, 'reads meanwhile': 0 };
const breaches: string[] = [];
await runWithFaults();

/** Without a C compiler only the faults that SQLite can simulate are tested. */
async function runWithFaults(): Promise<void> {
  const library = compileFailingDisk(folder);
  if (library === null) return runProgram({ folder, control: null }, process.env);
  const control = join(folder, 'control');
  createDiskControlFile(control);
  const watched = join(folder, 'store', 'tilldesk.sqlite');
  await runProgram({ folder, control }, failingDiskEnvironment(library, control, watched));
}

/** Runs the process with the failing disk to its end. */
async function runProgram(orders: FaultOrders, env: NodeJS.ProcessEnv): Promise<void> {
  const child = fork(SCRIPT, [JSON.stringify(orders)], { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let at = 'the start';
  let output = '';
  let isDone = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  child.on('message', (message: FaultMessage) => {
    if (message.kind === 'at') at = message.sentence;
    else if (message.kind === 'broke') output += message.error;
    else if (message.kind === 'done') isDone = true;
    else if (message.kind === 'count') counts[message.given[0]] += 1;
    else if (message.kind === 'breach') breaches.push(message.given.join(': '));
    else if (message.kind === 'keepSecret') secrets.keepSecret(...message.given);
    else secrets.hear(...message.given);
  });
  const [code, signal] = await once(child, 'close');
  process.off('exit', end);
  if (!isDone) breaches.push(`${at}: ended with ${signal ?? code} ${output}`);
}

describe('a program whose disk fails or is full, or whose store is locked, at each write in turn', () => {
  it('writes all of an operation or nothing, acknowledges nothing that is lost, and continues once the fault is over', () => {
    expect(breaches).toEqual([]);
  });

  it('had its faults, recovered from each, and could be read meanwhile', () => {
    expect(counts.operations).toBeGreaterThanOrEqual(20);
    expect(counts.faults).toBeGreaterThanOrEqual(50);
    expect(counts.recoveries).toBe(counts.faults);
    expect(counts['reads meanwhile']).toBeGreaterThanOrEqual(20);
  });

  it('keeps tokens, keys and webhook secrets out of its files and of the answers about failures', async () => {
    await secrets.searchFolder(folder);
    expect(secrets.found).toEqual([]);
  });
});
