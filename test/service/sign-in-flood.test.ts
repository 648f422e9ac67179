import { connect } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Credentials } from '../../shared/contract/auth.ts';
import type { Answer } from '../support/http-exchange.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';
import { waitFor } from '../support/wait-for.ts';

const LOGIN = '/api/auth/login';

let service: SignedInService;
/** E-mail addresses that the platform was asked about, in order. It answers none before `release`. */
let asked: string[];
let release: () => void;

beforeEach(async () => {
  const gate = Promise.withResolvers<void>();
  asked = [];
  release = gate.resolve;
  const signIn = async ({ email }: Credentials) => {
    if (email === STAND_IN_CREDENTIALS.email) return STAND_IN_CALLER;
    asked.push(email);
    await gate.promise;
    return STAND_IN_CALLER;
  };
  service = await startStandInService({ methods: { signIn } });
  return () => {
    release();
    return service.stop();
  };
});

const emailOf = (name: string | number) => `${name}@flood.example`;
const bodyOf = (name: string | number) => ({ ...STAND_IN_CREDENTIALS, email: emailOf(name) });
const signIn = (name: string | number, path = LOGIN) => service.send('POST', path, { body: bodyOf(name) });
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

/** As many sign-ins as the platform handles at a time. */
async function occupyPlatform(): Promise<Promise<Answer>[]> {
  const first = [1, 2, 3, 4].map((name) => signIn(name));
  await waitFor(() => expect(asked).toHaveLength(4));
  return first;
}

describe('a flood of sign-ins', () => {
  it('calls the platform four at a time, queues 32, and refuses the next one with a time to retry', async () => {
    const first = await occupyPlatform();
    const others = Array.from({ length: 33 }, (_, index) => signIn(index + 5));
    const refused = await Promise.race([...first, ...others]);
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'retry-after': '10',
        'ratelimit-policy': '"sign-in-queue";q=32;qu="concurrent-requests"',
        ratelimit: '"sign-in-queue";r=0;t=10',
      },
    });
    expect(JSON.parse(refused.text)).toMatchObject({
      error: 'Too Many Requests',
      message: 'Too many sign-ins are waiting. Try again in 10 seconds.',
    });
    expect(asked).toHaveLength(4);

    release();
    const statuses = statusesOf(await Promise.all([...first, ...others]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(36);
    expect(asked).toHaveLength(36);
  });

  it('for one account and e-mail is limited, and other users of this computer are not affected', async () => {
    const first = signIn('same');
    await waitFor(() => expect(asked).toHaveLength(1));
    const others = Array.from({ length: 33 }, () => signIn('same', '/api/auth/refresh'));
    expect((await Promise.race([first, ...others])).status).toBe(429);
    const another = signIn('another');
    await waitFor(() => expect(asked).toEqual([emailOf('same'), emailOf('another')]));
    release();
    expect((await another).status).toBe(200);
    const statuses = statusesOf(await Promise.all([first, ...others]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(32);
  });

  it('delays only sign-ins', async () => {
    await occupyPlatform();
    expect((await service.send('GET', '/api/me', { token: service.token })).status).toBe(200);
  });
});

describe('a client that disconnects while it waits', () => {
  const body = JSON.stringify(bodyOf('gone'));

  /** Resolves when the service has the request and knows that the client has left. */
  async function leave(how: 'destroy' | 'end'): Promise<void> {
    const head = `POST ${LOGIN} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nContent-Type: application/json`;
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, () => socket[how]());
    });
    await waitFor(() => expect(service.records.at(-1)).toMatchObject({ path: LOGIN, status: 499 }));
  }

  it.each(['destroy', 'end'] as const)('is dropped before the platform is called: %s', async (how) => {
    const first = await occupyPlatform();
    await leave(how);
    const after = signIn('after');
    release();
    expect(statusesOf(await Promise.all([...first, after]))).toEqual([200, 200, 200, 200, 200]);
    const names = asked.map((email) => email.split('@')[0]);
    expect(names.toSorted()).toEqual(['1', '2', '3', '4', 'after']);
    expect(service.records.filter(({ msg }) => msg === 'signed in')).toHaveLength(6);
    expect(await service.store.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([]);
  });

  it('is recorded once in log and journal, as a request without an answer', async () => {
    await occupyPlatform();
    await leave('destroy');
    release();
    await signIn('after');
    const lines = service.records.filter(({ status }) => status === 499);
    expect(lines).toMatchObject([{ msg: 'request without an answer', method: 'POST', path: LOGIN }]);
    const { entries } = service.journal.read({ reader: STAND_IN_CALLER, after: 0 });
    const [kept, ...more] = entries.filter(({ status }) => status === 499);
    expect(kept).toMatchObject({ path: LOGIN, caller: null, requestId: lines[0]?.requestId });
    expect(more).toEqual([]);
  });
});
