import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '../../../electron/base/clock.ts';
import { createRemotePlatform } from '../../../electron/platform/remote/remote-platform.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { login, readMe } from '../../../shared/contract/auth.ts';
import { sendJson, startStub } from '../../abuse/upstream/stub-deployment.ts';
import type { Certificate } from '../../support/certificates.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { createKnownUsers } from '../../support/known-users.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { NOW, startService } from '../../support/running-service.ts';

export type Behave = (response: ServerResponse, request: IncomingMessage) => void;

export const VICTIM = { account: 'alpha', email: 'owner@alpha.example', password: 'geheim-van-de-eigenaar' };
export const THEIR_TOKEN = 'upstream0token0of0the0other0deployment0abcdef';

const ISSUED = { token: THEIR_TOKEN, expires_at: 4_000_000_000, expires_in: 1_800 };
export const ME = {
  account: VICTIM.account,
  user: { id: 31, name: 'Olga Eigenaar', email: VICTIM.email },
  roles: ['owner'],
  locked_location: null,
  auth: { kind: 'token', expires_at: 4_000_000_000 },
};

/** Short enough for a test. */
const LIMITS = {
  upstream: { maxConnectMs: 1_000, maxHeadersMs: 400, maxTotalMs: 700, maxBytes: 256 * 1024, maxErrorBytes: 16 * 1024 },
  identityTtlMs: 0,
};

export const json = (body: unknown, status = 200): Behave => {
  return (response) => sendJson(response, status, body);
};

/** The real service connected to another deployment that is honest except where `attacks` override a path. */
export async function serviceBefore(attacks: Map<string, Behave>, certificate?: Certificate) {
  const honest = new Map<string, Behave>([
    [login.path, json(ISSUED)],
    [readMe.path, json(ME)],
  ]);
  const there = await startStub((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    // Every endpoint of the API exists and needs a token.
    const isStranger = path.startsWith('/api/') && request.headers.authorization === undefined;
    const behave = attacks.get(path) ?? honest.get(path) ?? json({}, isStranger ? 401 : 404);
    behave(response, request);
  }, certificate);
  const { log, records } = createLogRecorder();
  const clock = createFixedClock(NOW);
  const platform = createRemotePlatform({
    address: `${certificate ? 'https' : 'http'}://127.0.0.1:${there.port}`,
    accounts: { getId: async () => 1_000_000_001, findName: async () => VICTIM.account },
    users: createKnownUsers(),
    authorities: certificate ? [certificate.cert] : [],
    // The deadlines use real time.
    clock: { ...systemClock, now: clock.now },
    log,
    limits: LIMITS,
  });
  const store = await openStore({ file: ':memory:' });
  const service = await startService({ platform, store, clock });

  return {
    there,
    signIn: () => service.send('POST', login.path, { body: VICTIM }),
    token: () => service.signIn(VICTIM),
    read: (token: string, target: string) => service.send('GET', target, { token }),
    /** Everything that was logged anywhere. */
    logged: () => JSON.stringify([...records, ...service.records]),
    async stop() {
      await service.stop();
      platform.close();
      await store.close();
      await there.close();
    },
  };
}

/** Texts that no reply may contain. */
export function secretsOf({ port }: { readonly port: number }): readonly string[] {
  return [VICTIM.password, THEIR_TOKEN, `127.0.0.1:${port}`];
}
