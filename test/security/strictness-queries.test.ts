import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { ORACLE_ENDPOINTS, WEBHOOK_ENDPOINTS } from './support/oracle-endpoints.ts';
import { undocumented } from './support/strict-documentation.ts';
import { queriesFor } from './support/strict-queries.ts';
import { createQueryCheck, type QueryCheck } from './support/strict-query-check.ts';
import { ASKERS, type StrictService, startStrictService } from './support/strict-service.ts';
import { createTally, LEAST, SEED } from './support/strict-tally.ts';

const tally = createTally('queries');
let service: StrictService;
let check: QueryCheck;
beforeAll(async () => {
  service = await startStrictService();
  check = await createQueryCheck(service, tally);
});
afterAll(async () => {
  process.stdout.write(tally.line());
  await service.stop();
});

/** Answers that are no data of a shop. */
const PAGES = ['GET /openapi.json', 'GET /docs'];
const listed = ORACLE_ENDPOINTS.filter(
  ({ name }) => name.startsWith('GET') && !name.includes('{id}') && !PAGES.includes(name),
);
const runsOf = (parameters: object) => (Object.keys(parameters).length === 0 ? 150 : 1_500);

describe('the table of the oracle', () => {
  it('has every endpoint and parameter of the contract, and none besides', () => {
    const table = [...ORACLE_ENDPOINTS, ...WEBHOOK_ENDPOINTS].map(({ name, parameters }) => [
      name,
      Object.entries(parameters).map(([parameter, { isRequired = false }]) => [parameter, isRequired]),
    ]);
    const contract = CONTRACT_ENDPOINTS.map(({ method, path, query }) => [
      `${method} ${path}`,
      Object.entries(query?.properties ?? {}).map(([parameter, schema]) => {
        return [parameter, !('default' in schema) && new Set<string>(query?.required).has(parameter)];
      }),
    ]);
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(contract));
  });
});

describe('any query string means what the contract says, or is refused by name', () => {
  it.each(listed.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_, endpoint) => {
    const queries = fc.tuple(fc.constantFrom(...ASKERS), queriesFor(endpoint));
    const property = fc.asyncProperty(queries, ([asker, text]) => check(asker, endpoint, text));
    await fc.assert(property, { numRuns: runsOf(endpoint.parameters), seed: SEED });
  });
});

describe('together', () => {
  it('are with those of the other areas fifty thousand or more', () => {
    const least = Object.values(LEAST).reduce<number>((sum, requests) => sum + requests, 0);
    expect(least).toBeGreaterThanOrEqual(50_000);
  });

  it('are as many as promised, and half of them are accepted', () => {
    expect(tally.requests()).toBeGreaterThanOrEqual(LEAST.queries);
    expect(tally.accepted() / tally.requests()).toBeGreaterThan(0.4);
  });

  it('are answered with documented statuses alone', async () => {
    expect(await undocumented(service, tally)).toEqual([]);
  });
});
