import { afterEach, describe, expect, it } from 'vitest';
import { PlatformError, type PlatformErrorCode } from '../../electron/platform/platform-error.ts';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import type { RunningService } from '../support/running-service.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { NEEDED, RECORDS } from './support/strict-paths.ts';
import { CANARY, createFailingPlatform } from './support/strict-service.ts';
import { shapeBreaks } from './support/strict-tally.ts';
import { openWire, type Wire, type WireAnswer } from './support/strict-wire.ts';

const ofUsers = CONTRACT_ENDPOINTS.filter(({ method, access }) => method === 'GET' && access === 'user');
/** Two ask the platform for nothing but who calls. */
const ofRecords = ofUsers.filter(({ path }) => path !== '/api/me' && path !== '/api/sessions');

const targetOf = (path: string) => {
  const [id = 1] = Object.values(RECORDS[path] ?? {});
  return `${path.replace('{id}', String(id))}${NEEDED[path] ? `?${NEEDED[path]}` : ''}`;
};

let service: RunningService & { readonly token: string };
let wire: Wire;
afterEach(async () => {
  wire.close();
  await service.stop();
});

async function answerOf(target: string): Promise<WireAnswer> {
  const headers = [
    ['Host', `127.0.0.1:${service.port}`],
    ['Authorization', `Bearer ${service.token}`],
  ] as const;
  const answer = await wire.send({ method: 'GET', target, headers });
  if (!answer) throw new Error(`${target}: no answer`);
  return answer;
}

async function answersWhen(thrown: unknown): Promise<readonly WireAnswer[]> {
  const methods = createFailingPlatform(() => {
    throw thrown;
  });
  service = await startStandInService({ methods });
  wire = openWire(service.port);
  return Promise.all(ofRecords.map(({ path }) => answerOf(targetOf(path))));
}

const textOf = ({ headers, text }: WireAnswer) => JSON.stringify([...headers, text]);
const cause = new Error(`${CANARY} in a cause`);
const failure = (code: PlatformErrorCode) => new PlatformError(code, `${CANARY} ${code}`, { cause });
const withMembers = (members: object) => Object.assign(new Error(`${CANARY} at /home/olga/till.sqlite`), members);

describe('a failing platform behind every endpoint', () => {
  const SAID_CODES: ReadonlySet<PlatformErrorCode> = new Set([
    ...(['rejected', 'forbidden', 'not_offered', 'query_refused'] as const),
  ]);
  const STATUSES: Readonly<Record<PlatformErrorCode, number>> = {
    credentials_refused: 401,
    session_ended: 401,
    not_offered: 502,
    forbidden: 403,
    query_refused: 400,
    busy: 429,
    rejected: 502,
    unavailable: 502,
    timeout: 502,
    position_lost: 400,
    invalid_answer: 502,
  };

  it.each(Object.entries(STATUSES) as [PlatformErrorCode, number][])(
    'by "%s" is a %i that hides the reason, except what concerns the call itself',
    async (code, status) => {
      for (const answer of await answersWhen(failure(code))) {
        expect(answer.status).toBe(status);
        expect(shapeBreaks(answer)).toEqual([]);
        expect(textOf(answer).includes(CANARY)).toBe(SAID_CODES.has(code));
        expect(textOf(answer)).not.toContain('in a cause');
      }
    },
  );

  it.each([
    ['an error', cause],
    ['a text', CANARY],
    ['nothing', undefined],
    ['null', null],
    ['a number that looks like a status', 200],
    ['an object with a status', { statusCode: 404, message: CANARY }],
    ['an error with a status', withMembers({ statusCode: 404, status: 404 })],
    ['an error of a connection', withMembers({ code: 'ECONNRESET' })],
    ['an error of a client library', withMembers({ code: 'UND_ERR_RESPONSE_STATUS_CODE', statusCode: 401 })],
    ['an error of the database', withMembers({ code: 'ERR_SQLITE_ERROR', errcode: 1, errstr: CANARY })],
    ['errors within an error', new AggregateError([cause, cause], CANARY)],
    ['an error with headers', withMembers({ headers: { 'x-secret': CANARY } })],
  ])('by throwing %s is a 500 without details', async (_, thrown) => {
    for (const answer of await answersWhen(thrown)) {
      expect(answer.status, answer.text).toBe(500);
      expect(shapeBreaks(answer)).toEqual([]);
      expect(textOf(answer)).not.toContain(CANARY);
    }
  });
});
