import { inspect, isDeepStrictEqual } from 'node:util';
import { PlatformError } from '../../../electron/platform/platform-error.ts';
import type { Credentials } from '../../../shared/contract/auth.ts';
import { STAND_IN_CALLER, STAND_IN_CREDENTIALS } from '../../support/stand-in-platform.ts';
import { type SignedInService, startStandInService } from '../../support/stand-in-service.ts';
import { judgeBody } from './oracle-body.ts';
import { FRESH } from './strict-bodies.ts';
import { messageOf } from './strict-shapes.ts';
import type { Tally } from './strict-tally.ts';
import { openWire, type Wire } from './strict-wire.ts';

/** Bodies are nested deeper than JSON can be written. */
const SHOWN = { depth: 3, breakLength: Number.POSITIVE_INFINITY } as const;

export interface SignInService extends SignedInService {
  readonly wire: Wire;
  /** What the platform was asked since this was called last. */
  takeAsked(): Credentials | null;
}

/** The service before a platform that keeps what it is asked to sign in. */
export async function startSignInService(): Promise<SignInService> {
  let asked: Credentials | null = null;
  const signIn = async (credentials: Credentials) => {
    asked = credentials;
    if (isDeepStrictEqual({ ...credentials }, STAND_IN_CREDENTIALS)) return STAND_IN_CALLER;
    throw new PlatformError('credentials_refused', 'not these');
  };
  const service = await startStandInService({ methods: { signIn } });
  const wire = openWire(service.port);
  const stop = async () => {
    wire.close();
    await service.stop();
  };
  const takeAsked = () => {
    const taken = asked;
    asked = null;
    return taken;
  };
  return { ...service, wire, takeAsked, stop };
}

/** Sends one body and holds the answer, and what reached the platform, against the oracle. */
export type BodyCheck = (path: string, body: string | Buffer) => Promise<void>;

export function createBodyCheck(service: SignInService, tally: Tally): BodyCheck {
  let tried = 0;
  return async (path, body) => {
    tried += 1;
    const bytes = typeof body === 'string' ? Buffer.from(body.replaceAll(FRESH, `${tried}@fresh.example`)) : body;
    service.takeAsked();
    const answer = await tally.send(service.wire, postOf(service, path, bytes), `POST ${path}`);
    const asked = service.takeAsked();
    const verdict = judgeBody(bytes);
    const told = `POST ${path} ${shown(bytes)}: ${answer.status} ${answer.text} ${inspect(asked, SHOWN)}`;
    if (!verdict.isAccepted) {
      const message = messageOf(answer);
      const { status, named } = verdict;
      const isNamed = named.length === 0 || named.some((name) => message.includes(name));
      const isRefused = answer.status === status && isNamed && asked === null;
      tally.agree(isRefused, () => `${told}\nhas to be a ${status} that names one of ${named.join(', ')}`);
      return;
    }
    const isRight = isDeepStrictEqual(verdict.credentials, STAND_IN_CREDENTIALS);
    const isThrottled = answer.status === 429 && asked === null;
    const isAsOracle =
      answer.status === (isRight ? 200 : 401) && isDeepStrictEqual({ ...asked }, { ...verdict.credentials });
    tally.agree(isAsOracle || isThrottled, () => `${told}\nhas to be taken as it stands`);
  };
}

function postOf(service: SignInService, path: string, body: Buffer) {
  const headers = [
    ['Host', `127.0.0.1:${service.port}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ] as const;
  return { method: 'POST', target: path, headers, body };
}

const shown = (bytes: Buffer) =>
  bytes.length > 600
    ? `${bytes.toString('latin1', 0, 600)}… ${bytes.length} bytes`
    : JSON.stringify(bytes.toString('latin1'));
