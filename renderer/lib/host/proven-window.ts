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
import {
  createChallenge,
  derivePageKeys,
  isProvenAnswer,
  type PageKeys,
  proveChallenge,
  sealBody,
} from './page-keys.ts';
import { hostLink, type SendToHost, ShutOut } from './window-access.ts';

/**
 * Opens this page of the browser host. From then on `fetchHost` accepts only answers that are proven with the key of
 * the page. If the page is not let in, every call throws `ShutOut`; otherwise `onOpened` is called.
 */
export async function openWindow(onOpened: () => void): Promise<void> {
  const ticket = await shareTicket();
  const opened = openPage(ticket).then(createProvenSend);
  // Each call throws the reason.
  opened.then(onOpened, () => undefined);
  hostLink.setState({ send: async (address, init) => (await opened)(address, init) });
}

async function openPage(ticket: string | null): Promise<PageKeys> {
  if (ticket === null) throw new ShutOut();
  const response = await fetch(PAGE_OPENING_PATH, createJsonPost({ ticket }));
  if (!response.ok) throw new ShutOut();
  return derivePageKeys((await response.json()).key);
}

function createJsonPost(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

/** The program on the port did not answer as the program of this page. */
class Unproven extends Error {
  override readonly name = 'Unproven';
}

/** Less than the timeout of presence. A program that does not answer a challenge in time is not ours. */
const PROOF_TIMEOUT_MS = 1_000;

/** The program refuses only the challenges of windows of an earlier run. */
const REFUSED = 401;

/** After a call that failed or is late, sends a challenge. No other call is sent before the right answer. */
export function createProvenSend(keys: PageKeys): SendToHost {
  let calls = 0;
  let doubt: 'late' | 'failed' | null = null;
  let proving: Promise<void> | null = null;

  async function challengeHost(): Promise<void> {
    const challenge = createChallenge();
    const signal = AbortSignal.timeout(PROOF_TIMEOUT_MS);
    // Sends no cookie and no page id: nothing that another program could use.
    const sent: RequestInit = { ...createJsonPost({ challenge }), credentials: 'omit', redirect: 'error', signal };
    let saysRestarted = false;
    try {
      const response = await fetch(PAGE_PROOF_PATH, sent);
      saysRestarted = response.status === REFUSED;
      const { proofs } = await response.json();
      const isRight = Array.isArray(proofs) && proofs.includes(await proveChallenge(keys, challenge));
      doubt = isRight ? null : 'failed';
    } catch {
      // A program that hangs may answer later.
      if (!signal.aborted) doubt = 'failed';
    }
    hostLink.setState({ hasEnded: doubt === 'failed', saysRestarted });
    proving = null;
  }
  const prove = () => {
    proving ??= challengeHost();
    return proving;
  };
  hostLink.setState({
    doubt() {
      doubt ??= 'late';
      void prove();
    },
  });

  return async (address, init) => {
    calls += 1;
    const { pathname, search } = new URL(address, location.origin);
    const call: PageCall = { number: calls, method: init.method ?? 'GET', target: pathname + search };
    const sent = await createInit(keys, call, init);
    if (doubt !== null) await prove();
    if (doubt !== null) throw new Unproven('whoever has the port has not proven to be the program of this window');
    try {
      const response = await fetch(address, sent);
      const body = await response.arrayBuffer();
      if (!(await isProvenAnswer(keys, call, response, body))) throw new Unproven('the answer is of another program');
      return pickProven(response, body);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      doubt = 'failed';
      void prove();
      throw error;
    }
  };
}

async function createInit(keys: PageKeys, call: PageCall, init: RequestInit): Promise<RequestInit> {
  const headers = new Headers(init.headers);
  headers.set(PAGE_CALL_HEADER, `${keys.id}.${call.number}`);
  const sent: RequestInit = { ...init, headers, credentials: 'omit', redirect: 'error' };
  if (!isSealedCall(call)) return sent;
  headers.set('Content-Type', SEALED_TYPE);
  return { ...sent, body: await sealBody(keys, call, String(init.body)) };
}

/** Has only the headers that are proven. */
function pickProven({ status, headers }: Response, body: ArrayBuffer): Response {
  const proven = new Headers();
  for (const name of PROVEN_HEADERS) {
    const value = headers.get(name);
    if (value !== null) proven.set(name, value);
  }
  return new Response(body.byteLength === 0 ? null : body, { status, headers: proven });
}

/** For windows of one run. An empty message asks for the ticket; any other message is the ticket. */
const CHANNEL = WINDOW_TICKET_KEY;
const TICKET_TIMEOUT_MS = 2_000;

/**
 * The ticket that the launch page stored, or that another tab sends, as a tab opened by a link has none. `null` if
 * nobody has one.
 */
async function shareTicket(): Promise<string | null> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    const ticket = getStoredTicket();
    if (data === '' && ticket !== null) channel.postMessage(ticket);
  });
  if (getStoredTicket() !== null) return getStoredTicket();
  const { promise, resolve } = Promise.withResolvers<void>();
  channel.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string' || data === '' || getStoredTicket() !== null) return;
    sessionStorage.setItem(WINDOW_TICKET_KEY, data);
    resolve();
  });
  channel.postMessage('');
  setTimeout(resolve, TICKET_TIMEOUT_MS);
  await promise;
  return getStoredTicket();
}

function getStoredTicket(): string | null {
  return sessionStorage.getItem(WINDOW_TICKET_KEY);
}
