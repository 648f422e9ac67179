import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodies } from './support/strict-bodies.ts';
import { createBodyCheck, type SignInService, startSignInService } from './support/strict-body-check.ts';
import { undocumented } from './support/strict-documentation.ts';
import { createTally, LEAST, SEED } from './support/strict-tally.ts';

const tally = createTally('bodies');
let service: SignInService;
beforeAll(async () => {
  service = await startSignInService();
});
afterAll(async () => {
  process.stdout.write(tally.line());
  await service.stop();
});

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype];
const namesOf = () => PROTOTYPES.map((prototype) => Object.getOwnPropertyNames(prototype));

describe('any body is taken as it stands, or is refused by name', () => {
  it.each(['/api/auth/login', '/api/auth/refresh'])('POST %s', async (path) => {
    const check = createBodyCheck(service, tally);
    const property = fc.asyncProperty(bodies, (body) => check(path, body));
    await fc.assert(property, { numRuns: 3_500, seed: SEED });
  });

  it('leaves no trace on the prototypes of the program', async () => {
    const before = namesOf();
    const check = createBodyCheck(service, tally);
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      await check('/api/auth/login', `{"${name}":{"polluted":true,"prototype":{"polluted":true}}}`);
    }
    expect(namesOf()).toEqual(before);
    expect('polluted' in {}).toBe(false);
  });
});

describe('together', () => {
  it('are as many as promised, with tokens for some and throttled seldom', () => {
    expect(tally.requests()).toBeGreaterThanOrEqual(LEAST.bodies);
    expect(tally.accepted() / tally.requests()).toBeGreaterThan(0.05);
  });

  it('are answered with documented statuses alone', async () => {
    expect(await undocumented(service, tally)).toEqual([]);
  });
});
