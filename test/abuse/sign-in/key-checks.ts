import { newApiKey } from '../../../electron/service/security/api-key-format.ts';
import { createApiKeys } from '../../../electron/service/security/api-keys.ts';
import { createApiKeysRepository } from '../../../electron/store/accounts/api-keys-repository.ts';
import type { SuiteRun } from '../harness/suite.ts';
import { BREACHES, COUNTED } from './findings.ts';
import { type ProgramGround, startProgram } from './throttled-program.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_- é';

/** A key with one wrong character is refused without a look at the store. */
export async function checkMistypedKeys(
  run: SuiteRun,
  ground: ProgramGround,
  { typos, random }: { readonly typos: number; readonly random: (below: number) => number },
): Promise<void> {
  const program = await startProgram(ground);
  const keys = createApiKeysRepository(program.store.db);
  let reads = 0;
  const find: typeof keys.find = (hash) => {
    reads += 1;
    return keys.find(hash);
  };
  const apiKeys = createApiKeys({ keys: { ...keys, find }, platform: program.platform, clock: ground.clock });
  for (let typo = 0; typo < typos; typo += 1) {
    const identity = await apiKeys.resolve(mistyped(newApiKey(), random));
    run.count(COUNTED.typos);
    if (identity !== null) run.breach(BREACHES.reads, 'a mistyped key let somebody in');
  }
  if (reads > 0) run.breach(BREACHES.reads, `${reads} for ${typos} mistyped keys`, reads);
  await program.stop();
}

function mistyped(key: string, random: (below: number) => number): string {
  // Not in its prefix: what begins otherwise is no key at all.
  const at = 4 + random(key.length - 4);
  const others = [...DIGITS].filter((digit) => digit !== key[at]);
  return `${key.slice(0, at)}${others[random(others.length)]}${key.slice(at + 1)}`;
}
