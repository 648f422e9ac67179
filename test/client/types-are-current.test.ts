import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startFixtureService } from '../support/fixture-service.ts';
import { openPerFile } from '../support/test-scope.ts';
import { describedBy } from './description-hash.ts';

const service = await openPerFile(startFixtureService);

it('the client has types of the current API: `npm test -- test/client/generated-clients.full.test.ts -u` writes them', async () => {
  const { text } = await service.send('GET', '/openapi.json');
  const types = readFileSync(new URL('../../clients/typescript/api.d.ts', import.meta.url), 'utf8');
  expect(types.split('\n', 1)).toEqual([describedBy(text)]);
});
