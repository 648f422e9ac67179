import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readHealth } from '../../shared/contract/service.ts';
import { NONCE } from '../support/running-service.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startStandInService);

describe('GET /health', () => {
  it('needs no token', async () => {
    expect(await service.read(readHealth)).toEqual({ status: 'ok' });
  });

  it('answers a challenge with proof that it knows the nonce', async () => {
    const challenge = 'c0ffee';
    const hmac = createHmac('sha256', Buffer.from(NONCE, 'hex')).update(Buffer.from(challenge, 'hex')).digest('hex');
    expect(await service.read(readHealth, { query: { challenge } })).toEqual({ status: 'ok', hmac });
  });

  it.each(['', 'abc', 'xyz1', 'AB', '00'.repeat(65)])('refuses the challenge "%s"', async (challenge) => {
    const { status, message } = await service.refusal('GET', `/health?challenge=${challenge}`);
    expect({ status, message }).toEqual({
      status: 400,
      message: 'challenge must be 2 to 128 lower-case hex digits, an even number.',
    });
  });
});
