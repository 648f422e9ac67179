import { join } from 'node:path';
import { compileFailingDisk } from '../failing-disk/compile-failing-disk.ts';
import { createDiskControlFile, failingDiskEnvironment } from '../failing-disk/disk-control.ts';
import type { AbuseSuite } from '../harness/suite.ts';
import { runFaultProcess } from './fault-process.ts';
import { SABOTAGES } from './io-faults-sabotages.ts';

export const ioFaultsSuite: AbuseSuite = {
  name: 'io-faults',
  title: 'the disk fails or is full, and the store is locked or cannot be written to, at each write in turn',
  counts: [
    { name: 'operations', least: 20 },
    // As many come of the limits of SQLite alone, where there is no disk that fails.
    { name: 'faults', least: 50 },
    { name: 'recoveries', least: 50 },
    { name: 'reads meanwhile', least: 20 },
  ],
  breaches: ['crashes', 'half states', 'not recovered', 'wrong answers', 'acknowledged but lost'],
  sabotages: SABOTAGES,

  async run(run) {
    const { folder, size } = run;
    const library = compileFailingDisk(folder);
    const control = library === null ? null : join(folder, 'control');
    if (control !== null) createDiskControlFile(control);
    const watched = join(folder, 'store', 'tilldesk.sqlite');
    const env =
      library === null || control === null ? process.env : failingDiskEnvironment(library, control, watched);
    run.tell('failing disk', library === null ? 'none: no C compiler here' : 'in the faults');
    await runFaultProcess(run, { size, folder, control }, env);
  },
};
