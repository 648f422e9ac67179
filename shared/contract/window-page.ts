import { API_KEYS_PATH } from './api-keys.ts';
import { OPENED_WINDOWS_HEADER, SESSION_ID_HEADER, WINDOW_ENDED_HEADER } from './window-headers.ts';

/**
 * In the browser host, another program may take the window's port after the end and answer an open page. So each page
 * gets a random key when it loads, and accepts only answers that are proven with it. The key is only in the memory of
 * page and program. Both derive three values from it with HKDF.
 */
export const PAGE_KEY_PURPOSES = {
  /** Identifies the page in its calls. */
  id: 'tilldesk page id',
  /** HMAC-SHA256 of answers and challenges. */
  proof: 'tilldesk page proof',
  /** AES-256-GCM of bodies. */
  seal: 'tilldesk page seal',
} as const;

/** Key of the ticket in a tab's session storage. With the cookie, it opens a page while the program runs. */
export const WINDOW_TICKET_KEY = 'tilldesk-window-ticket';

/** Path at which a page shows its ticket and gets its key. */
export const PAGE_OPENING_PATH = '/launch/page';

/** Path to which a page sends a challenge after a failed call. The answer has one HMAC per open page. */
export const PAGE_PROOF_PATH = '/launch/proof';

/** Header of each call: the id of the page, a dot, and the number of the call. */
export const PAGE_CALL_HEADER = 'x-tilldesk-page';

/** Header of each answer: its HMAC in base64url. */
export const ANSWER_PROOF_HEADER = 'x-tilldesk-answer';

/** Media type of a sealed body. */
export const SEALED_TYPE = 'application/octet-stream';

/** The headers that a page reads. */
export const PROVEN_HEADERS = [
  ...(['content-type', 'x-request-id', 'retry-after', 'age', 'cache-status'] as const),
  ...[SESSION_ID_HEADER, WINDOW_ENDED_HEADER, OPENED_WINDOWS_HEADER],
];

export interface PageCall {
  /** Counts from 1 in each page. Nonce of the seal, so a page must not use it twice. */
  readonly number: number;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
}

/** Additional data that a sealed body is bound to. */
export function describeCall({ method, target }: PageCall): string {
  return JSON.stringify([method, target]);
}

/** The text that the HMAC of an answer covers before the body. */
export function describeAnswer(
  { number, method, target }: PageCall,
  status: number,
  getHeader: (name: string) => string | null,
): string {
  return `${JSON.stringify(['answer', number, method, target, status, ...PROVEN_HEADERS.map(getHeader)])}\n`;
}

export function describeChallenge(challenge: string): string {
  return JSON.stringify(['challenge', challenge]);
}

/** Calls with a password or a platform's key, by method and path. Their bodies are sealed. */
const SEALED_CALLS: ReadonlySet<string> = new Set([
  'POST /bridge/signIn',
  'POST /bridge/changePlatform',
  `POST ${API_KEYS_PATH}`,
]);

export function isSealedCall({ method, target }: Pick<PageCall, 'method' | 'target'>): boolean {
  return SEALED_CALLS.has(`${method} ${target}`);
}
