import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { cpuSeconds } from '../../../bench/cluster/cpu-seconds.ts';

describe.runIf(process.platform === 'linux')('cpuSeconds', () => {
  it('counts what the children of a process have used, also those that have ended', async () => {
    const before = cpuSeconds(process.pid);
    const busy = 'const end = Date.now() + 300; while (Date.now() < end);';
    const child = spawn(process.execPath, ['-e', busy]);
    await once(child, 'exit');
    expect(cpuSeconds(process.pid) - before).toBeGreaterThan(0.05);
  });

  it('is nothing for a process that is not there', () => {
    expect(cpuSeconds(2 ** 22 + 1)).toBe(0);
  });
});
