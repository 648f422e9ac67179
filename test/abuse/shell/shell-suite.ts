import type { AbuseSuite } from '../harness/suite.ts';
import { BREACHES, COUNTS, LEAST } from './attacks.ts';
import { SHELL_MUTANTS } from './mutants.ts';

export const shellSuite: AbuseSuite = {
  name: 'shell',
  title: 'a page that is no longer ours tries to get out of its window, on the stand-in of Electron',
  counts: (Object.keys(COUNTS) as (keyof typeof COUNTS)[]).map((kind) => ({
    name: COUNTS[kind],
    least: LEAST[kind],
  })),
  breaches: Object.values(BREACHES),
  mutants: SHELL_MUTANTS,

  // What the probes import can only be loaded where the stand-in is.
  async run(run) {
    const { probeShell } = await import('./probe-shell.ts');
    await probeShell(run);
  },
};
