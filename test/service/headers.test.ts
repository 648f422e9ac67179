import { describe, expect, it } from 'vitest';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startStandInService);

describe('every response', () => {
  it('has a unique request id, whatever the client sends', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' };
    const answers = [await service.send('GET', '/health', { headers }), await service.send('GET', '/health')];
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    expect(new Set([...ids, 'mine']).size).toBe(3);
  });
});
