import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { LAUNCH_SESSION_PATH } from '../../../shared/contract/window-headers.ts';
import { PAGE_OPENING_PATH, PAGE_PROOF_PATH } from '../../../shared/contract/window-page.ts';
import type { Clock } from '../../base/clock.ts';
import { proveLaunchRight } from '../../base/instance-proof.ts';
import { hashSecret, isSameHash, isSameSecret } from '../../base/secret-hash.ts';
import { createLaunchPage, PLAIN_TYPE, sendPage } from './plain-pages.ts';
import { createWindowPage, type WindowPage } from './window-page.ts';

export type Entrance = ReturnType<typeof createEntrance>;

type Redemption =
  | { readonly kind: 'let-in'; readonly setCookie: string; readonly ticket: string }
  /** The code was never issued, or has expired. */
  | { readonly kind: 'unknown' }
  /** Another browser has used the code before: its session has ended now. */
  | { readonly kind: 'used-by-another' };

export const LAUNCH_CODE_TTL_MS = 10 * 60 * 1000;

/** One more code ends the one that was issued or presented least recently. */
const MAX_CODES = 120;

/** One more session ends the oldest one. All their cookies must fit into one request. */
const MAX_SESSIONS = 100;

/** One more page ends the one that has not called for the longest time. */
const MAX_PAGES = 100;

interface Session {
  readonly cookieName: string;
  readonly secret: string;
  /** Opens pages, together with the cookie. */
  readonly ticket: string;
  hasEnded: boolean;
}

interface IssuedCode {
  readonly expiresAt: number;
  session: Session | null;
}

interface OpenPage {
  readonly page: WindowPage;
  readonly session: Session;
}

/**
 * Lets browsers in. A launch code opens one session, with a cookie and a ticket. Together they open a page, each time
 * it is loaded. All of it is worthless when the process has ended.
 */
export function createEntrance(clock: Pick<Clock, 'now'>) {
  /** By the hash of the code. */
  const codes = new LRUCache<string, IssuedCode>({ max: MAX_CODES });
  let sessions: Session[] = [];
  let opened = 0;
  const pages = new LRUCache<string, OpenPage>({ max: MAX_PAGES });

  function open(): Session {
    opened += 1;
    const session = {
      // Browsers send cookies to every port of a host and keep one per name: each session has its own name.
      cookieName: `tilldesk_${randomBytes(6).toString('base64url')}`,
      secret: randomBytes(32).toString('base64url'),
      ticket: randomBytes(32).toString('base64url'),
      hasEnded: false,
    };
    sessions = [...sessions.slice(1 - MAX_SESSIONS), session];
    return session;
  }

  return {
    /** A new code, 32 random bytes in base64url, that opens one session within ten minutes. */
    issue() {
      const code = randomBytes(32).toString('base64url');
      const issued: IssuedCode = { expiresAt: clock.now() + LAUNCH_CODE_TTL_MS, session: null };
      codes.set(hashSecret(code), issued);
      return { code, isRedeemed: () => issued.session !== null };
    },

    /** `cookies`: the `Cookie` header of the request that presents the code. */
    redeem(code: string, cookies: string | undefined): Redemption {
      const issued = codes.get(hashSecret(code));
      if (issued === undefined) return { kind: 'unknown' };
      if (issued.session === null) {
        if (clock.now() >= issued.expiresAt) return { kind: 'unknown' };
        issued.session = open();
        return admit(issued.session);
      }
      if (!sessions.includes(issued.session)) return { kind: 'unknown' };
      if (!issued.session.hasEnded && hasCookie(issued.session, cookies)) return admit(issued.session);
      issued.session.hasEnded = true;
      return { kind: 'used-by-another' };
    },

    /** Whether the cookie lets a request in to pages, files and downloads. */
    judgeCookies(cookies: string | undefined): 'let-in' | 'ended' | 'unknown' {
      const asking = sessions.filter((session) => hasCookie(session, cookies));
      if (asking.some(({ hasEnded }) => !hasEnded)) return 'let-in';
      return asking.length > 0 ? 'ended' : 'unknown';
    },

    /** The key for a page that has the cookie and the ticket of one session; `null` for any other. */
    openPage(cookies: string | undefined, ticket: string): string | null {
      const session = sessions.find((one) => hasCookie(one, cookies) && isSameSecret(ticket, one.ticket));
      if (session === undefined || session.hasEnded) return null;
      const page = createWindowPage();
      pages.set(page.id, { page, session });
      return page.secret;
    },

    /** The open page with this id; `null` if there is none. */
    findPage(id: string): { readonly page: WindowPage; readonly hasEnded: boolean } | null {
      const found = pages.get(id);
      if (found === undefined || !sessions.includes(found.session)) return null;
      return { page: found.page, hasEnded: found.session.hasEnded };
    },

    /** The HMAC of a challenge for each open page: the page that asks does not say which it is. */
    proveChallenge: (challenge: string) => [...pages.values()].map(({ page }) => page.proveChallenge(challenge)),

    /** How many sessions have been opened since the start. */
    get opened() {
      return opened;
    },
  };
}

function admit({ cookieName, secret, ticket }: Session): Redemption {
  return { kind: 'let-in', setCookie: `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/`, ticket };
}

/** Any program of this computer may also have set a cookie of the same name. */
function hasCookie({ cookieName, secret }: Session, cookies = ''): boolean {
  const prefix = `${cookieName}=`;
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .some((pair) => pair.startsWith(prefix) && isSameSecret(pair.slice(prefix.length), secret));
}

export const LAUNCH_PATH = '/launch';

/** For another start of the program. It uses the IP address, because it does not know the host name of the window. */
export const LAUNCH_ADDRESS_PATH = '/launch-address';

/** 32 bytes in base64url. */
const CHALLENGE_CHARACTERS = 43;

interface LaunchRouteDeps {
  readonly entrance: Entrance;
  readonly authority: () => string;
  /** Called when another browser presents a launch code again. */
  readonly onCodeUsedTwice: () => void;
  readonly nonce: string;
}

/** A new address for a person to paste. Browsers do not send what follows the `#`. */
export function issueAddress({ entrance, authority }: Pick<LaunchRouteDeps, 'entrance' | 'authority'>): string {
  return `http://${authority()}${LAUNCH_PATH}#${entrance.issue().code}`;
}

/** The routes that let a browser in, and that give a second start an address for one. */
export function addLaunchRoutes(app: FastifyInstance, deps: LaunchRouteDeps): void {
  const { entrance, onCodeUsedTwice, nonce } = deps;
  const config = { opensWithoutCookie: true } as const;
  const getLanguage = ({ headers }: FastifyRequest) => headers['accept-language'];
  // An earlier page may have stored data under a fixed port and plain 127.0.0.1. Only before the first window: open
  // windows store their ticket there.
  const cleanUp = (): Record<string, string> => (entrance.opened === 0 ? { 'clear-site-data': '"storage"' } : {});

  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    scope.post(LAUNCH_PATH, { config }, (request, reply) =>
      sendPage(reply.headers(cleanUp()), createLaunchPage(getText(request.body, 'code'), getLanguage(request))),
    );
  });

  app.get(LAUNCH_PATH, { config, exposeHeadRoute: false }, (request, reply) =>
    sendPage(reply.headers(cleanUp()), createLaunchPage('', getLanguage(request))),
  );

  app.post(LAUNCH_SESSION_PATH, { config }, ({ body, headers }, reply) => {
    const redemption = entrance.redeem(getText(body, 'code'), headers.cookie);
    if (redemption.kind === 'used-by-another') onCodeUsedTwice();
    if (redemption.kind !== 'let-in') return reply.code(401).send({ kind: redemption.kind });
    const { kind, ticket, setCookie } = redemption;
    return reply.header('set-cookie', setCookie).send({ kind, ticket });
  });

  app.post(PAGE_OPENING_PATH, { config }, ({ body, headers }, reply) => {
    const key = entrance.openPage(headers.cookie, getText(body, 'ticket'));
    return key === null ? reply.code(401).send({}) : reply.send({ key });
  });

  app.post(PAGE_PROOF_PATH, { config }, ({ body }, reply) => {
    const challenge = getText(body, 'challenge');
    if (challenge.length !== CHALLENGE_CHARACTERS) return reply.code(400).send({});
    return reply.send({ proofs: entrance.proveChallenge(challenge) });
  });

  app.post(LAUNCH_ADDRESS_PATH, { config }, (request, reply) => {
    const proof = getText(request.headers, 'x-tilldesk-proof');
    if (!isSameHash(proof, proveLaunchRight(nonce))) {
      return reply.code(401).type(PLAIN_TYPE).send('The proof is wrong.');
    }
    return reply.send({ address: issueAddress(deps) });
  });
}

function getText(record: unknown, name: string): string {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, name) : null;
  return typeof value === 'string' ? value : '';
}
