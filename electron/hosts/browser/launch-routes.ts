import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LAUNCH_SESSION_PATH } from '../../../shared/contract/window-key.ts';
import { isSameProof, proveLaunchRight } from '../../base/instance-proof.ts';
import type { Entrance } from './entrance.ts';
import { launchPage } from './plain-page.ts';
import { sendPage } from './send-page.ts';
import { PLAIN_TYPE } from './ui-headers.ts';

export const LAUNCH_PATH = '/launch';
/** For another start of the program, which asks by number: it does not know the name of the window. */
export const LAUNCH_ADDRESS_PATH = '/launch-address';

interface LaunchParts {
  readonly entrance: Entrance;
  readonly authority: () => string;
  /** Called when a launch code is presented a second time, by somebody else. */
  readonly onCodeUsedTwice: () => void;
  readonly nonce: string;
}

/** A fresh address for a person to paste. Browsers keep what is behind the `#` to themselves. */
export function issueAddress({ entrance, authority }: Pick<LaunchParts, 'entrance' | 'authority'>): string {
  return `http://${authority()}${LAUNCH_PATH}#${entrance.issue().code}`;
}

/** How a browser gets in, and how a second start gets an address to let one in. */
export function addLaunchRoutes(app: FastifyInstance, parts: LaunchParts): void {
  const { entrance, onCodeUsedTwice, nonce } = parts;
  const config = { opensWithoutCookie: true } as const;
  const languageOf = ({ headers }: FastifyRequest) => headers['accept-language'];
  // What an earlier page may have left behind under a pinned port and plain 127.0.0.1. Not later on: the windows that
  // are open keep their key there.
  const cleanUp = (): Record<string, string> =>
    entrance.opened === 0 ? { 'clear-site-data': '"storage"' } : {};

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    scope.post(LAUNCH_PATH, { config }, (request, reply) =>
      sendPage(reply.headers(cleanUp()), launchPage(textOf(request.body, 'code'), languageOf(request))),
    );
  });

  app.get(LAUNCH_PATH, { config, exposeHeadRoute: false }, (request, reply) =>
    sendPage(reply.headers(cleanUp()), launchPage('', languageOf(request))),
  );

  app.post(LAUNCH_SESSION_PATH, { config }, ({ body, headers }, reply) => {
    const redemption = entrance.redeem(textOf(body, 'code'), headers.cookie);
    if (redemption.kind === 'used-by-another') onCodeUsedTwice();
    if (redemption.kind !== 'let-in') return reply.code(401).send({ kind: redemption.kind });
    const { kind, key, setCookie } = redemption;
    return reply.header('set-cookie', setCookie).send({ kind, key });
  });

  app.post(LAUNCH_ADDRESS_PATH, { config }, (request, reply) => {
    const proof = textOf(request.headers, 'x-tilldesk-proof');
    if (!isSameProof(proof, proveLaunchRight(nonce))) {
      return reply.code(401).type(PLAIN_TYPE).send('The proof is wrong.');
    }
    return reply.send({ address: issueAddress(parts) });
  });
}

function textOf(record: unknown, name: string): string {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : null;
  return typeof value === 'string' ? value : '';
}
