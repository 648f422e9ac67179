import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { bodies } from '../../security/support/strict-bodies.ts';
import { createBodyCheck } from '../../security/support/strict-body-check.ts';
import type { ContractBench } from './contract-bench.ts';

const BODIES = 3_500;
const PATHS = ['/api/auth/login', '/api/auth/refresh'];
const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype];
const POISONS = ['__proto__', 'constructor', 'prototype'];
/** One for each way in which a lenient reader would take a body. */
const CRAFTED = [
  '{"account":1,"email":true,"password":12345}',
  '{"account":"stand-in","email":"sam@stand-in.example","password":"stand-in-password","role":"owner"}',
  '{"account":"x","account":"stand-in","email":"sam@stand-in.example","password":"stand-in-password"}',
  '{"account":"\\ud800","email":"\\u0000","password":"x"}',
  ...POISONS.map((name) => `{"${name}":{"polluted":true,"prototype":{"polluted":true}}}`),
];

const namesOf = () => PROTOTYPES.map((prototype) => Object.getOwnPropertyNames(prototype));

/** Bodies of a sign-in: each is taken as it stands, or refused by name, and leaves no trace on the prototypes. */
export async function attackWithBodies({ run, tally, signIns }: ContractBench): Promise<void> {
  const check = createBodyCheck(signIns, tally);
  const before = namesOf();
  for (const path of PATHS) {
    const drawn = fc.sample(bodies, { seed: run.seed, numRuns: run.scaled(BODIES) });
    for (const body of [...CRAFTED, ...drawn]) await check(path, body);
  }
  const isClean = isDeepStrictEqual(namesOf(), before) && !('polluted' in {});
  tally.agree(isClean, () => 'a body left a member on the prototypes of the program');
}
