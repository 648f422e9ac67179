import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import * as contract from '../../shared/contract/window.ts';
import { STAND_IN_CALLER } from '../support/stand-in-platform.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const ENDPOINTS: readonly Endpoint[] = Object.values(contract).filter(
  (declared): declared is Endpoint & typeof declared => typeof declared === 'object' && 'path' in declared,
);

const service = await openPerFile(startStandInService);

describe('the paths of the window', () => {
  it.each(ENDPOINTS)('do not exist for other programs: $method $path', async ({ method, path }) => {
    const target = path.replace('{id}', '5');
    expect((await service.refusal(method, target, { token: service.token })).status).toBe(404);
  });

  it('are not in the description of the API', async () => {
    expect((await service.send('GET', readOpenApi.path)).text).not.toContain('/api/window');
  });

  it('have the usual headers even if they cannot be read', async () => {
    const { status, headers, body } = await service.window.send({ method: 'GET', path: '/api/%zz' });
    const { request_id: requestId } = JSON.parse(new TextDecoder().decode(body));
    expect([status, headers.get('x-request-id'), headers.get('cache-control')]).toEqual([404, requestId, 'no-store']);
  });

  it('come with the description of the API on its port', async () => {
    const { text } = await service.send('GET', readOpenApi.path);
    const described = await service.window.send({ method: 'GET', path: readOpenApi.path });
    expect(described.status).toBe(200);
    expect(JSON.parse(new TextDecoder().decode(described.body))).toEqual(JSON.parse(text));
  });

  it('are answered for the window, and are not in its list of requests', async () => {
    const headers = { authorization: `Bearer ${service.token}` };
    const answer = await service.window.send({ method: 'GET', path: contract.readPreferences.path, headers });
    expect(answer.status).toBe(200);
    const { entries } = service.journal.read({ reader: STAND_IN_CALLER, after: 0 });
    const ofWindow = entries.filter(({ isFromWindow }) => isFromWindow).map(({ path }) => path);
    expect(ofWindow).not.toContain(contract.readPreferences.path);
  });
});
