import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORACLE_ENDPOINTS } from './support/oracle-endpoints.ts';
import { bodies } from './support/strict-bodies.ts';
import { createBodyCheck, type SignInService, startSignInService } from './support/strict-body-check.ts';
import { drawHttp } from './support/strict-http.ts';
import { createHttpCheck } from './support/strict-http-check.ts';
import { BODY_MUTANTS, CONTROL, HTTP_MUTANTS, QUERY_MUTANTS } from './support/strict-mutants.ts';
import { queriesFor } from './support/strict-queries.ts';
import { createQueryCheck } from './support/strict-query-check.ts';
import { ASKERS, type StrictService, startStrictService } from './support/strict-service.ts';
import { createTally, SEED } from './support/strict-tally.ts';

let service: StrictService;
let signIns: SignInService;
beforeAll(async () => {
  service = await startStrictService();
  signIns = await startSignInService();
});
afterAll(async () => {
  process.stdout.write(`strictness mutants: ${caught} of ${planted} caught\n`);
  await service.stop();
  await signIns.stop();
});

const planted = QUERY_MUTANTS.length + BODY_MUTANTS.length + HTTP_MUTANTS.length;
let caught = 0;

/** The same requests as in the tests of the program itself, some of them, have to show the flaw. */
async function expectCaught<T>(requests: fc.Arbitrary<T>, check: (request: T) => Promise<void>) {
  const property = fc.asyncProperty(requests, check);
  const { failed } = await fc.check(property, { seed: SEED, numRuns: 4_000, endOnFailure: true });
  if (failed) caught += 1;
  expect(failed).toBe(true);
}

describe('the oracle finds a service in which', () => {
  it.each(QUERY_MUTANTS)('$flaw ($endpoint)', async ({ endpoint: name, detour }) => {
    const check = await createQueryCheck(service, createTally('queries'), detour);
    for (const endpoint of ORACLE_ENDPOINTS.filter((one) => one.name === name)) {
      const requests = fc.tuple(fc.constantFrom(...ASKERS), queriesFor(endpoint));
      await expectCaught(requests, ([asker, text]) => check(asker, endpoint, text));
    }
  });

  it.each(BODY_MUTANTS)('%s', async (_, detour) => {
    const check = createBodyCheck(signIns, createTally('bodies'), detour);
    await expectCaught(bodies, (body) => check('/api/auth/login', body));
  });

  it.each(HTTP_MUTANTS)('%s', async (_, detour) => {
    await expectCaught(drawHttp(service), createHttpCheck(service, createTally('http'), detour));
  });
});

describe('the oracle finds nothing', () => {
  it('where requests are taken apart and put together again', async () => {
    const check = await createQueryCheck(service, createTally('queries'), CONTROL);
    for (const endpoint of ORACLE_ENDPOINTS.filter(({ name }) => name === 'GET /api/orders')) {
      const property = fc.asyncProperty(queriesFor(endpoint), (text) => check('owner', endpoint, text));
      await fc.assert(property, { seed: SEED, numRuns: 1_500 });
    }
  });
});
