import { createHash } from 'node:crypto';
import type { SecretKind, SuiteRun } from '../harness/suite.ts';
import { COUNTED } from './findings.ts';

/** Makes texts that are found again wherever they are left. */
export interface Canaries {
  /** A new one, which from now on must lie nowhere. */
  next(kind: SecretKind): string;
  /** Takes what the program made for one. */
  keep(kind: SecretKind, text: string): string;
}

export function createCanaries(run: SuiteRun, life: number): Canaries {
  let made = 0;
  const keep: Canaries['keep'] = (kind, text) => {
    run.count(COUNTED.canaries);
    run.keepSecret(kind, text);
    return text;
  };
  return {
    keep,
    next(kind) {
      made += 1;
      const digits = createHash('sha256').update(`${run.seed} ${life} ${made}`).digest('hex').slice(0, 20);
      return keep(kind, `Kanarie-${digits}`);
    },
  };
}
