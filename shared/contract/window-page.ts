import { API_KEYS_PATH } from './api-keys.ts';
import { SESSION_ID_HEADER, WINDOW_ENDED_HEADER, WINDOWS_LET_IN_HEADER } from './window-headers.ts';

/**
 * In the browser host another program may take the port of the window after the end, and answer the open page. So each
 * page gets a random key when it loads, and believes only answers that are proven with it. The key is in the memory of
 * page and program, and nowhere else. Page and host make three values from it, by HKDF.
 */
export const PAGE_KEY_PURPOSES = {
  /** Names the page in its calls. */
  id: 'tilldesk page id',
  /** HMAC-SHA256 of answers and of challenges. */
  proof: 'tilldesk page proof',
  /** AES-256-GCM of bodies. */
  seal: 'tilldesk page seal',
} as const;

/** Name of the ticket in the session storage of a tab. With the cookie it opens a page, as long as the program runs. */
export const WINDOW_TICKET_STORED_AS = 'tilldesk-window-ticket';

/** Where a page shows its ticket and gets its key. */
export const PAGE_OPENING_PATH = '/launch/page';

/** Where a page sends a challenge after a failed call. The answer has one HMAC for each open page. */
export const PAGE_PROOF_PATH = '/launch/proof';

/** With each call: the id of the page, a dot, and the number of the call. */
export const PAGE_CALL_HEADER = 'x-tilldesk-page';

/** With each answer to a call: its HMAC in base64url. */
export const ANSWER_PROOF_HEADER = 'x-tilldesk-answer';

/** Media type of a sealed body. */
export const SEALED_TYPE = 'application/octet-stream';

/** The headers that a page reads. */
export const PROVEN_HEADERS = [
  ...(['content-type', 'x-request-id', 'retry-after', 'age', 'cache-status'] as const),
  ...[SESSION_ID_HEADER, WINDOW_ENDED_HEADER, WINDOWS_LET_IN_HEADER],
];

export interface PageCall {
  /** Of each page from 1 on. The nonce of the seal, so no page uses one twice. */
  readonly number: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

/** What a sealed body is bound to, besides the number. */
export function describeCall({ method, target }: PageCall): string {
  return JSON.stringify([method, target]);
}

/** What the HMAC of an answer covers before the bytes of the body. */
export function describeAnswer(
  { number, method, target }: PageCall,
  status: number,
  headerOf: (name: string) => string | null,
): string {
  return `${JSON.stringify(['answer', number, method, target, status, ...PROVEN_HEADERS.map(headerOf)])}\n`;
}

export function describeChallenge(challenge: string): string {
  return JSON.stringify(['challenge', challenge]);
}

/** The calls with a password or the key of a platform, by method and path. Their bodies are sealed. */
const SEALED_CALLS: ReadonlySet<string> = new Set([
  'POST /bridge/signIn',
  'POST /bridge/changePlatform',
  `POST ${API_KEYS_PATH}`,
]);

export function isSealedCall({ method, target }: Pick<PageCall, 'method' | 'target'>): boolean {
  return SEALED_CALLS.has(`${method} ${target}`);
}
