import {
  isSealedCall,
  PAGE_CALL_HEADER,
  PAGE_OPENING_PATH,
  PAGE_PROOF_PATH,
  type PageCall,
  PROVEN_HEADERS,
  SEALED_TYPE,
  WINDOW_TICKET_KEY,
} from '../../../shared/contract/window-page.ts';
import { createChallenge, derivePageKeys, isProven, type PageKeys, proveChallenge, sealBody } from './page-keys.ts';
import { type SendToHost, ShutOut, way } from './window-access.ts';

/**
 * Opens this page of the browser host. From then on `fetchHost` believes only answers that are proven with the key of
 * the page. A page that is not let in answers each call with `ShutOut`; `onOpened` is called for one that is.
 */
export async function openWindow(onOpened: () => void): Promise<void> {
  const ticket = await shareTicket();
  const opened = openPage(ticket).then(createProvenSend);
  // Each call has the reason.
  opened.then(onOpened, () => undefined);
  way.setState({ send: async (address, init) => (await opened)(address, init) });
}

async function openPage(ticket: string | null): Promise<PageKeys> {
  if (ticket === null) throw new ShutOut();
  const response = await fetch(PAGE_OPENING_PATH, jsonOf({ ticket }));
  if (!response.ok) throw new ShutOut();
  return derivePageKeys((await response.json()).key);
}

function jsonOf(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** Whoever has the port did not answer as the program of this page. */
class Unproven extends Error {
  override readonly name = 'Unproven';
}

/** Less than presence waits for an answer: whoever does not answer a challenge is not the program. */
const PROVE_WITHIN_MS = 1_000;

/** A program answers every challenge, except of a window of an earlier run. */
const REFUSED = 401;

/** A call that has failed, or is late, is followed by a challenge, and no other call is sent before the right answer. */
export function createProvenSend(keys: PageKeys): SendToHost {
  let calls = 0;
  let doubt: 'late' | 'failed' | null = null;
  let proving: Promise<void> | null = null;

  async function challengeHost(): Promise<void> {
    const challenge = createChallenge();
    const signal = AbortSignal.timeout(PROVE_WITHIN_MS);
    // No cookie, no id of the page, nothing that could be used.
    const sent: RequestInit = { ...jsonOf({ challenge }), credentials: 'omit', redirect: 'error', signal };
    let saysRestarted = false;
    try {
      const response = await fetch(PAGE_PROOF_PATH, sent);
      saysRestarted = response.status === REFUSED;
      const { proofs } = await response.json();
      const isRight = Array.isArray(proofs) && proofs.includes(await proveChallenge(keys, challenge));
      doubt = isRight ? null : 'failed';
    } catch {
      // A program that hangs answers later.
      if (!signal.aborted) doubt = 'failed';
    }
    way.setState({ hasEnded: doubt === 'failed', saysRestarted });
    proving = null;
  }
  const prove = () => {
    proving ??= challengeHost();
    return proving;
  };
  way.setState({
    doubt() {
      doubt ??= 'late';
      void prove();
    },
  });

  return async (address, init) => {
    calls += 1;
    const { pathname, search } = new URL(address, location.origin);
    const call: PageCall = { number: calls, method: init.method ?? 'GET', target: pathname + search };
    const sent = await initOf(keys, call, init);
    if (doubt !== null) await prove();
    if (doubt !== null) throw new Unproven('whoever has the port has not proven to be the program of this window');
    try {
      const response = await fetch(address, sent);
      const body = await response.arrayBuffer();
      if (!(await isProven(keys, call, response, body))) throw new Unproven('the answer is of another program');
      return provenResponse(response, body);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      doubt = 'failed';
      void prove();
      throw error;
    }
  };
}

async function initOf(keys: PageKeys, call: PageCall, init: RequestInit): Promise<RequestInit> {
  const headers = new Headers(init.headers);
  headers.set(PAGE_CALL_HEADER, `${keys.id}.${call.number}`);
  const sent: RequestInit = { ...init, headers, credentials: 'omit', redirect: 'error' };
  if (!isSealedCall(call)) return sent;
  headers.set('Content-Type', SEALED_TYPE);
  return { ...sent, body: await sealBody(keys, call, String(init.body)) };
}

/** Only what is proven. */
function provenResponse({ status, headers }: Response, body: ArrayBuffer): Response {
  const proven = new Headers();
  for (const name of PROVEN_HEADERS) {
    const value = headers.get(name);
    if (value !== null) proven.set(name, value);
  }
  return new Response(body.byteLength === 0 ? null : body, { status, headers: proven });
}

/** Between windows of one run: an empty text asks for the ticket, any other one is it. */
const CHANNEL = WINDOW_TICKET_KEY;
const ANSWER_WITHIN_MS = 2_000;

/**
 * The ticket that the launch page stored, or that another tab gives: a tab that is opened by a link begins without one.
 * `null` if there is none.
 */
async function shareTicket(): Promise<string | null> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const ticket = storedTicket();
    if (data === '' && ticket !== null) channel.postMessage(ticket);
  });
  if (storedTicket() !== null) return storedTicket();
  const { promise, resolve } = Promise.withResolvers<void>();
  channel.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string' || data === '' || storedTicket() !== null) return;
    sessionStorage.setItem(WINDOW_TICKET_KEY, data);
    resolve();
  });
  channel.postMessage('');
  setTimeout(resolve, ANSWER_WITHIN_MS);
  await promise;
  return storedTicket();
}

function storedTicket(): string | null {
  return sessionStorage.getItem(WINDOW_TICKET_KEY);
}
