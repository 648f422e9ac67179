import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BEARER_CHALLENGE, PASSWORD_REFUSED } from '../../shared/contract/auth.ts';
import { mishapsWith, RAW_TEXT, type Stub, startStub } from '../abuse/upstream/stub-deployment.ts';
import { makeCertificate } from '../support/certificates.ts';
import { type Behave, json, ME, secretsOf, serviceBefore, THEIR_TOKEN, VICTIM } from './support/hostile-deployment.ts';

/** The status that clients get, by failure. Every other failure is a 502. */
const STATUSES: Readonly<Record<string, number>> = { 'a 429': 429, 'a key that is refused': 401 };

let elsewhere: Stub;
beforeAll(async () => {
  elsewhere = await startStub((_request, response) => response.writeHead(200).end());
});
afterAll(() => elsewhere.close());

async function attackedBy(attacks: [string, Behave][], certificate?: Parameters<typeof serviceBefore>[1]) {
  const service = await serviceBefore(new Map(attacks), certificate);
  onTestFinished(service.stop);
  return service;
}

describe('another deployment that sends a long answer about a user who signs in', () => {
  it.each(['/api/auth/login', '/api/me'])('causes a 502 above 16 KiB at %s', async (path) => {
    const long = {
      token: THEIR_TOKEN,
      expires_at: 4_000_000_000,
      expires_in: 1_800,
      ...ME,
      x: 'x'.repeat(16_384),
    };
    const service = await attackedBy([[path, json(long)]]);

    expect((await service.signIn()).status).toBe(502);
    expect(service.logged()).not.toContain('xxxx');
  });
});

describe('another deployment that accepts a user and then refuses the password', () => {
  it('gets it once, and the answer asks the caller not to retry', async () => {
    const attacks = new Map<string, Behave>();
    const service = await serviceBefore(attacks, await makeCertificate({ names: ['127.0.0.1'] }));
    onTestFinished(service.stop);
    const token = await service.token();
    let logins = 0;
    const refusal = json({ error: 'Unauthorized', message: 'No.', status: 401, request_id: 'r' }, 401);
    attacks.set('/api/me', refusal).set('/api/auth/login', (...exchange) => {
      logins += 1;
      refusal(...exchange);
    });

    for (const path of ['/api/shops', '/api/shops', '/api/products']) {
      const { status, headers } = await service.read(token, path);
      expect([status, headers['www-authenticate']]).toEqual([401, `${BEARER_CHALLENGE}, ${PASSWORD_REFUSED}`]);
    }
    expect(logins).toBe(1);
  });
});

describe('another deployment that fails', () => {
  const behaviours = mishapsWith('http://127.0.0.1:9/').filter(({ due }) => due !== null);
  /** One of each kind. */
  const mishaps = [...Map.groupBy(behaviours, ({ due }) => due).values()].flatMap(([first]) => first ?? []);

  // One that never ends by itself would last until the timeout.
  it.each(mishaps)('by $name is reported without leaking its details', async ({ name, behave }) => {
    const service = await attackedBy([['/api/shops', behave]]);
    const token = await service.token();

    const answer = await service.read(token, '/api/shops');

    expect(answer.status).toBe(STATUSES[name] ?? 502);
    for (const secret of [...secretsOf(service.there), RAW_TEXT]) expect(answer.text).not.toContain(secret);
    expect(service.logged()).not.toContain(THEIR_TOKEN);
    expect(service.logged()).not.toContain(VICTIM.password);
  });

  it('by a redirect to this computer is not followed with the password', async () => {
    const location = `http://127.0.0.1:${elsewhere.port}/api/auth/login`;
    const service = await attackedBy([['/api/auth/login', (response) => response.writeHead(307, { location }).end()]]);

    expect((await service.signIn()).status).toBe(502);
    expect(elsewhere.arrivals()).toBe(0);
  });

  it('by an expired certificate gets no password', async () => {
    const validUntil = new Date('2021-01-01T00:00:00Z');
    const certificate = await makeCertificate({ names: ['127.0.0.1'], validUntil });
    const service = await attackedBy([], certificate);

    const answer = await service.signIn();

    expect(answer.status).toBe(502);
    expect(service.there.arrivals()).toBe(0);
    for (const secret of secretsOf(service.there)) expect(answer.text).not.toContain(secret);
  });

  it('by an error that repeats the password has it redacted in the log, and not in the reply', async () => {
    const message = `password ${VICTIM.password} is wrong for ${VICTIM.email}`;
    const body = { error: 'Oh', message, status: 500, request_id: 'r' };
    const service = await attackedBy([['/api/auth/login', json(body, 500)]]);

    const answer = await service.signIn();

    expect(answer.status).toBe(502);
    expect(answer.text).not.toContain(VICTIM.password);
    expect(service.logged()).not.toContain(VICTIM.password);
  });
});
