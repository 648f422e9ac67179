import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_MUTANTS, LOCK_MUTANTS } from '../conformance/mutants/access-mutants.ts';
import { LOCATION } from '../support/shop-fixture.ts';
import { ID_PARAMETERS, type IdParameter } from './support/authorisation/endpoint-targets.ts';
import {
  type GuardedShop,
  openGuardedShop,
  type SignedInAsker,
} from './support/authorisation/guarded-shop.ts';
import { walkIndifference } from './support/authorisation/indifference-walk.ts';
import { type Findings, kindOf, walkEndpoints, walkIds } from './support/authorisation/matrix-walk.ts';
import { RECORD_KINDS, type RecordRegister } from './support/authorisation/record-register.ts';

const UNKNOWN_IDS = [0, 999_999, 999_999_999_999_999];

let shop: GuardedShop;
beforeAll(async () => {
  shop = await openGuardedShop();
});
afterAll(() => shop.stop());

const by = (kind: SignedInAsker['by']) => (asker: SignedInAsker) => asker.by === kind;

function everyId(register: RecordRegister): Set<number> {
  const ids = RECORD_KINDS.flatMap((kind) => [...register[kind].keys()]);
  return new Set([...ids, ...register.furtherIds, ...UNKNOWN_IDS]);
}

function idsOfItsKind(register: RecordRegister, parameter: IdParameter): number[] {
  return [...register[kindOf(parameter)].keys(), ...UNKNOWN_IDS];
}

function print(what: string, { tried, breaches }: Findings): void {
  process.stdout.write(`authorisation: ${what}: ${tried} pairs tried, ${breaches.length} leaks\n`);
}

describe('somebody who tries the ids of others', () => {
  it('meets ids in every place that the matrix knows', () => {
    expect(ID_PARAMETERS.length).toBeGreaterThan(20);
    for (const parameter of ID_PARAMETERS) expect(RECORD_KINDS).toContain(kindOf(parameter));
  });

  it('sees nothing of theirs at any endpoint', async () => {
    const findings = await walkEndpoints(shop, shop.askers);
    print('endpoints', findings);
    expect(findings.breaches).toEqual([]);
  });

  it('gets, with a token and every id there is, the same as for an id that does not exist', async () => {
    const findings = await walkIds(shop, shop.askers.filter(by('token')), everyId);
    print('ids with tokens', findings);
    expect(findings.breaches).toEqual([]);
  });

  it('gets no more with an API key', async () => {
    const findings = await walkIds(shop, shop.askers.filter(by('api key')), idsOfItsKind);
    print('ids with API keys', findings);
    expect(findings.breaches).toEqual([]);
  });

  it('has no part of theirs in any figure', async () => {
    const own = await openGuardedShop();
    const findings = await walkIndifference(own, own.askers.filter(by('token')));
    await own.stop();
    print('figures', findings);
    expect(findings.breaches).toEqual([]);
  });
});

/** One for each way in which what somebody sees can be narrowed. */
const FEW = ['owner of alpha', 'owner of beta', `staff of alpha locked to ${LOCATION.utrecht}`];

describe('the matrix finds a platform that', () => {
  it.each([...LOCK_MUTANTS, ...ACCOUNT_MUTANTS])('$name', async ({ wrong }) => {
    const spoiled = await openGuardedShop(wrong);
    const askers = spoiled.askers.filter(by('token')).filter(({ name }) => FEW.includes(name));
    const walks = [
      () => walkEndpoints(spoiled, askers),
      () => walkIndifference(spoiled, askers),
      () => walkIds(spoiled, askers, idsOfItsKind),
    ];
    let breaches: readonly string[] = [];
    for (const walk of walks) if (breaches.length === 0) ({ breaches } = await walk());
    await spoiled.stop();
    expect(breaches).not.toEqual([]);
  });
});
