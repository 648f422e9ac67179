import type { FastifyInstance } from 'fastify';
import { WINDOW_KEY_FRAGMENT } from '../../shared/contract/window-key.ts';
import { isSameProof, proveLaunchRight } from '../launch/instance-proof.ts';
import { launchAddress } from './launch-address.ts';
import type { LaunchCodes } from './launch-codes.ts';
import { plainPage } from './plain-page.ts';
import { portOf } from './port-of.ts';
import { sendPage } from './send-page.ts';
import type { UiCookie } from './ui-cookie.ts';
import { PLAIN_TYPE } from './ui-headers.ts';
import type { WindowKey } from './window-key.ts';

interface LaunchParts {
  readonly codes: LaunchCodes;
  readonly cookie: UiCookie;
  readonly windowKey: WindowKey;
  readonly nonce: string;
}

/** How a browser gets in: by an address that works once, and how a second start gets such an address. */
export function addLaunchRoutes(
  app: FastifyInstance,
  { codes, cookie, windowKey, nonce }: LaunchParts,
): void {
  const config = { opensWithoutCookie: true } as const;

  app.get('/launch', { config, exposeHeadRoute: false }, (request, reply) => {
    const { query, headers } = request;
    const language = headers['accept-language'];
    if (!codes.redeem(textOf(query, 'code'))) {
      return sendPage(reply.code(401), plainPage('code-used', language));
    }
    return sendPage(
      reply.header('set-cookie', cookie.setBy(portOf(app))),
      plainPage('opening', language, `/#${WINDOW_KEY_FRAGMENT}=${windowKey.value}`),
    );
  });

  app.post('/launch-address', { config }, (request, reply) => {
    const proof = textOf(request.headers, 'x-tilldesk-proof');
    if (!isSameProof(proof, proveLaunchRight(nonce))) {
      return reply.code(401).type(PLAIN_TYPE).send('The proof is wrong.');
    }
    return reply.send({ address: launchAddress(request.host, codes) });
  });
}

function textOf(record: unknown, name: string): string {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : null;
  return typeof value === 'string' ? value : '';
}
