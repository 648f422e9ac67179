import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORACLE_ENDPOINTS } from './support/oracle-endpoints.ts';
import { undocumented } from './support/strict-documentation.ts';
import { createQueryCheck, type QueryCheck } from './support/strict-query-check.ts';
import { ASKERS, type StrictService, startStrictService } from './support/strict-service.ts';
import { createTally, LEAST, SEED } from './support/strict-tally.ts';
import { searchText } from './support/strict-values.ts';

const tally = createTally('search');
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

const searched = ORACLE_ENDPOINTS.filter(({ parameters }) => 'q' in parameters);

describe('a search text finds what a plain comparison finds, whatever it would be to LIKE, FTS or SQL', () => {
  it.each(searched.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (name, endpoint) => {
    const period = name === 'GET /api/orders' ? 'from=0001-01-01&to=9999-12-31&' : '';
    const property = fc.asyncProperty(fc.constantFrom(...ASKERS), searchText, (asker, text) =>
      check(asker, endpoint, `${period}q=${encodeURIComponent(text)}`),
    );
    await fc.assert(property, { numRuns: 800, seed: SEED });
  });
});

describe('together', () => {
  it('are as many as promised', () => {
    expect(tally.requests()).toBeGreaterThanOrEqual(LEAST.search);
  });

  it('are answered with documented statuses alone', async () => {
    expect(await undocumented(service, tally)).toEqual([]);
  });
});
