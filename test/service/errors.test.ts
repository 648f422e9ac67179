import { afterEach, describe, expect, it } from 'vitest';
import type { Platform } from '../../electron/platform/platform.ts';
import { PlatformError, type PlatformErrorCode } from '../../electron/platform/platform-error.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';

const CAUSE = new Error('ENOENT /home/olga/till.sqlite');

let service: SignedInService;
afterEach(() => service.stop());

async function refusalWhen(thrown: unknown) {
  const fail = async () => {
    throw thrown;
  };
  service = await startStandInService({ methods: { listReference: fail as Platform['listReference'] } });
  return service.refusal('GET', '/api/shops', { token: service.token });
}

const failure = (code: PlatformErrorCode, message: string) => new PlatformError(code, message, { cause: CAUSE });

describe('a platform that fails', () => {
  it.each(['unavailable', 'timeout', 'invalid_answer'] as const)(
    'causes a 502 that hides "%s" reasons and logs them',
    async (code) => {
      const { status, error, message } = await refusalWhen(failure(code, 'connect to 10.0.0.7 failed'));
      expect({ status, error }).toEqual({ status: 502, error: 'Bad Gateway' });
      expect(message).not.toContain('10.0.0.7');
      const logged = JSON.stringify(service.records);
      expect(logged).toContain('10.0.0.7');
      expect(logged).toContain(CAUSE.message);
    },
  );

  it('causes a 502 with the business reason of the refusal', async () => {
    const refusal = await refusalWhen(failure('rejected', 'The book year 2025 is closed.'));
    expect(refusal).toMatchObject({ status: 502, message: 'The book year 2025 is closed.' });
  });

  it('does not make a signed-in client sign in again', async () => {
    expect(await refusalWhen(failure('unavailable', 'away'))).not.toHaveProperty('hint');
  });

  it('causes a 502 during the token check too, not a 401', async () => {
    const identify = async () => {
      throw failure('unavailable', 'away');
    };
    service = await startStandInService({ methods: { identify } });
    expect((await service.refusal('GET', '/api/me', { token: service.token })).status).toBe(502);
  });
});

describe('a fault of the service', () => {
  it('causes a 500 without the cause, which is logged with the request', async () => {
    const refusal = await refusalWhen(CAUSE);
    expect(refusal).toMatchObject({ status: 500, error: 'Internal Server Error' });
    expect(JSON.stringify(refusal)).not.toContain('olga');
    const logged = service.records.filter(({ level }) => level === 50);
    expect(logged).toEqual([expect.objectContaining({ requestId: refusal.request_id, code: 'internal' })]);
    expect(JSON.stringify(logged)).toContain(CAUSE.message);
  });

  it('is handled the same way if an answer cannot be serialized', async () => {
    const listReference = async () => [{ id: 10n }];
    service = await startStandInService({
      methods: { listReference: listReference as unknown as Platform['listReference'] },
    });
    const refusal = await service.refusal('GET', '/api/shops', { token: service.token });
    expect(refusal).toMatchObject({
      status: 500,
      message: 'Tilldesk failed. Try again later; the log has the cause under this request_id.',
    });
  });
});
