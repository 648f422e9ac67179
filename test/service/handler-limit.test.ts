import { afterEach, describe, expect, it } from 'vitest';
import { SERVICE_LIMITS } from '../../electron/service/server/create-server.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';

let service: SignedInService;
afterEach(() => service.stop());

describe('a platform that never answers', () => {
  it('causes a 502 after the time limit of a handler', async () => {
    service = await startStandInService({
      limits: { ...SERVICE_LIMITS, handlerTimeoutMs: 100 },
      methods: { listReference: () => new Promise<never>(() => undefined) },
    });
    const { status, message } = await service.refusal('GET', '/api/locations', { token: service.token });
    expect([status, message]).toEqual([502, 'The platform did not answer in time.']);
  });
});
