import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_OPERATION, undocumented } from './support/strict-documentation.ts';
import { CONTENT_TYPES } from './support/strict-headers.ts';
import { drawHttp, requestOf } from './support/strict-http.ts';
import { createHttpCheck } from './support/strict-http-check.ts';
import { type StrictService, startStrictService } from './support/strict-service.ts';
import { createTally, LEAST, SEED } from './support/strict-tally.ts';

const tally = createTally('http');
let service: StrictService;
beforeAll(async () => {
  service = await startStrictService();
});
afterAll(async () => {
  process.stdout.write(tally.line());
  await service.stop();
});

describe('any method, path and header is answered in the order of the checks', () => {
  it('with the status that the contract gives', async () => {
    const property = fc.asyncProperty(drawHttp(service), createHttpCheck(service, tally));
    await fc.assert(property, { numRuns: 20_000, seed: SEED });
  });

  it('among them bodies of at least forty content types', () => {
    expect(CONTENT_TYPES.length).toBeGreaterThanOrEqual(40);
  });
});

describe('HEAD', () => {
  it('has the status, the type and the length of GET', async () => {
    const { port } = service;
    const gets = fc
      .sample(drawHttp(service), { seed: SEED, numRuns: 2_000 })
      .filter(({ method, path }) => method.text === 'GET' && path.routes[0] !== '/api/financial-report');
    expect(gets.length).toBeGreaterThan(500);
    for (const draft of gets.slice(0, 500)) {
      const request = requestOf(draft);
      const get = await tally.send(service.wire, request, NO_OPERATION);
      const head = await tally.send(service.wire, { ...request, method: 'HEAD' }, NO_OPERATION);
      for (const name of ['content-type', 'content-length', 'www-authenticate']) {
        expect(head.headers.get(name), `${request.target} on ${port}`).toBe(get.headers.get(name));
      }
      expect(head.status).toBe(get.status);
    }
  });
});

describe('together', () => {
  it('are as many as promised, and a part of them is accepted', () => {
    expect(tally.requests()).toBeGreaterThanOrEqual(LEAST.http);
    expect(tally.accepted() / tally.requests()).toBeGreaterThan(0.1);
  });

  it('are answered with documented statuses alone', async () => {
    expect(await undocumented(service, tally)).toEqual([]);
  });
});
