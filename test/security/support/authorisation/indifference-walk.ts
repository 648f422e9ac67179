import { existsFor } from './authorisation-matrix.ts';
import { ID_PARAMETERS, targetOf, USER_ENDPOINTS } from './endpoint-targets.ts';
import type { Findings } from './findings.ts';
import type { GuardedShop, SignedInAsker } from './guarded-shop.ts';
import { kindOf } from './matrix-walk.ts';
import { changeOutside } from './outside-changes.ts';
import type { RecordRegister } from './record-register.ts';

/** Sealed anew for each answer, and nobody can read in it where the feed of the whole account stands. */
const NEXT_CURSOR = /"next_cursor":"[\w.-]+"/;

interface Target {
  readonly method: string;
  readonly path: string;
}

/** Answers stay as they are to the letter while others sell, so no figure has a part of theirs. */
export async function walkIndifference(
  shop: GuardedShop,
  askers: readonly SignedInAsker[],
): Promise<Findings> {
  const findings: Findings = { tried: 0, breaches: [] };
  for (const [round, asker] of askers.entries()) {
    const targets = targetsOf(await shop.readRegister(), asker);
    const before = await answersTo(shop, asker, targets);
    await changeOutside(shop.store, asker, round);
    const after = await answersTo(shop, asker, targets);
    const changed = targets.filter((_, index) => before[index] !== after[index]);
    findings.tried += targets.length;
    for (const { path } of changed) {
      findings.breaches.push({ kind: 'changed', sentence: `${asker.name}: ${path} changes with others` });
    }
  }
  return findings;
}

/** The widest call of every endpoint, and one for every id that somebody may give it. */
function targetsOf(register: RecordRegister, asker: SignedInAsker): Target[] {
  const productIds = [...register.product.keys()];
  const plain = USER_ENDPOINTS.filter(({ path }) => !path.includes('{id}')).map((endpoint) => ({
    method: endpoint.method,
    path: targetOf(endpoint, { productIds }),
  }));
  const withIds = ID_PARAMETERS.flatMap((parameter) => {
    const { endpoint, name } = parameter;
    const ids = [...register[kindOf(parameter)].keys()];
    return ids
      .filter((id) => existsFor(register, asker, kindOf(parameter), id))
      .map((id) => ({
        method: endpoint.method,
        path: targetOf(endpoint, { productIds, parameter: name, id }),
      }));
  });
  return [...plain, ...withIds];
}

async function answersTo(
  { service }: GuardedShop,
  { secret }: SignedInAsker,
  targets: readonly Target[],
): Promise<string[]> {
  const texts: string[] = [];
  for (const { method, path } of targets) {
    const { text } = await service.send(method, path, { token: secret });
    texts.push(text.replace(NEXT_CURSOR, ''));
  }
  return texts;
}
