import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWindowPage } from '../../../../electron/hosts/browser/window-page.ts';
import { derivePageKeys } from '../../../../renderer/lib/host/page-keys.ts';
import { createProvenSend, openWindow } from '../../../../renderer/lib/host/proven-window.ts';
import { fetchHost, hostLink, type SendToHost, ShutOut } from '../../../../renderer/lib/host/window-access.ts';
import {
  ANSWER_PROOF_HEADER,
  PAGE_CALL_HEADER,
  PAGE_OPENING_PATH,
  PAGE_PROOF_PATH,
  WINDOW_TICKET_KEY,
} from '../../../../shared/contract/window-page.ts';

type Answering = (path: string, sent: Request) => Promise<Response>;

const page = createWindowPage();

/** The program of the page. */
const program: Answering = async (path, sent) => {
  if (path === PAGE_PROOF_PATH) {
    const { challenge } = await sent.json();
    return Response.json({ proofs: ['x', page.proveChallenge(challenge)] });
  }
  const [id, number] = (sent.headers.get(PAGE_CALL_HEADER) ?? '').split('.');
  expect(id).toBe(page.id);
  const headers = { 'content-type': 'application/json', age: '3', 'x-other': 'dropped' };
  const headerOf = (name: string) => new Headers(headers).get(name);
  const call = { number: Number(number), method: sent.method, target: path };
  const proof = page.proveAnswer(call, 200, headerOf, '{"figure":1}');
  return new Response('{"figure":1}', { headers: { ...headers, [ANSWER_PROOF_HEADER]: proof } });
};

const gone: Answering = () => Promise.reject(new TypeError('Failed to fetch'));

const impostor: Answering = async (path, sent) =>
  path === PAGE_PROOF_PATH
    ? Response.json({ proofs: ['A'.repeat(43), (await sent.json()).challenge] })
    : Response.json({ figure: 2 }, { headers: { [ANSWER_PROOF_HEADER]: 'A'.repeat(43) } });

let answering = program;
let sent: { readonly path: string; readonly init: RequestInit }[] = [];
let send: SendToHost;

beforeEach(async () => {
  onOpened.mockClear();
  [answering, sent] = [program, []];
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(address, location.origin);
    const path = pathname + search;
    sent.push({ path, init });
    return answering(path, new Request(new URL(address, location.origin), init));
  });
  send = createProvenSend(await derivePageKeys(page.secret));
});

afterEach(() => {
  hostLink.setState(hostLink.getInitialState(), true);
  sessionStorage.clear();
});

const onOpened = vi.fn();

const paths = () => sent.map(({ path }) => path);
const challenged = () => vi.waitFor(() => expect(hostLink.getState().hasEnded).toBe(true));

describe('an answer', () => {
  it('of the program is accepted, with the headers that are proven', async () => {
    const answer = await send('/api/shops?page=2', {});
    expect([answer.status, answer.headers.get('age'), answer.headers.get('x-other')]).toEqual([200, '3', null]);
    expect(await answer.json()).toEqual({ figure: 1 });
    expect(sent[0]?.init.credentials).toBe('omit');
  });

  it.each([
    ['of another program', impostor],
    ['to another call', async (_, request) => program('/api/other', request)],
    [
      'that somebody has changed',
      async (path, request) => {
        const { headers } = await program(path, request);
        return path === PAGE_PROOF_PATH ? Response.json({}) : new Response('{"figure":9}', { headers });
      },
    ],
  ] satisfies [string, Answering][])('%s is not accepted', async (_, lying) => {
    answering = (path, request) => (path === PAGE_PROOF_PATH ? impostor : lying)(path, request);
    await expect(send('/api/shops', {})).rejects.toThrow('another program');
    await challenged();
  });
});

describe('after a failed call', () => {
  it('the page sends only challenges, each of them new, until one is answered correctly', async () => {
    answering = gone;
    await expect(send('/api/shops', {})).rejects.toThrow('Failed to fetch');
    await challenged();
    answering = impostor;
    sent = [];
    const calls = ['/api/shops', '/bridge/readSession', '/bridge/signIn'];
    for (const call of calls) {
      await expect(send(call, { method: 'POST', body: '{"password":"x"}' })).rejects.toThrow('has not proven');
    }
    expect(paths()).toEqual([PAGE_PROOF_PATH, PAGE_PROOF_PATH, PAGE_PROOF_PATH]);
    for (const { init } of sent) {
      expect(init.credentials).toBe('omit');
      expect(init.headers).toEqual({ 'Content-Type': 'application/json' });
      expect(JSON.parse(String(init.body))).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/) });
    }
    expect(new Set(sent.map(({ init }) => init.body)).size).toBe(3);

    answering = program;
    expect(await (await send('/api/shops', {})).json()).toEqual({ figure: 1 });
    expect(hostLink.getState().hasEnded).toBe(false);
    expect(paths().slice(3)).toEqual([PAGE_PROOF_PATH, '/api/shops']);
  });

  it('the page notices that a program refuses the window of an earlier run, and trusts nothing else of it', async () => {
    answering = async () => new Response('<!doctype html>', { status: 401, headers: { 'content-type': 'text/html' } });
    await expect(send('/api/shops', {})).rejects.toThrow('of another program');
    await challenged();
    expect(hostLink.getState()).toMatchObject({ hasEnded: true, saysRestarted: true });
    await expect(send('/bridge/signIn', { method: 'POST', body: '{}' })).rejects.toThrow('has not proven');
  });

  it('the page sends no call while an answer is late and nobody has proven to be the program', async () => {
    answering = (_, request) =>
      new Promise((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    hostLink.getState().doubt();
    await expect(send('/bridge/signIn', { method: 'POST', body: '{}' })).rejects.toThrow('has not proven');
    expect(paths()).toEqual([PAGE_PROOF_PATH]);
    // It may be the program, hanging.
    expect(hostLink.getState().hasEnded).toBe(false);

    answering = impostor;
    hostLink.getState().doubt();
    await challenged();
    answering = program;
    hostLink.getState().doubt();
    await vi.waitFor(() => expect(hostLink.getState().hasEnded).toBe(false));
    expect((await send('/api/shops', {})).status).toBe(200);
  });

  it('the page asks for no proof after a call that it gave up itself', async () => {
    const aborted = new AbortController();
    answering = () => {
      aborted.abort();
      return gone('', new Request(location.origin));
    };
    await expect(send('/api/shops', { signal: aborted.signal })).rejects.toThrow();
    answering = program;
    await send('/api/shops', {});
    expect(paths()).toEqual(['/api/shops', '/api/shops']);
  });
});

describe('a password', () => {
  it('is encrypted for the program of this page', async () => {
    let opened: string | null = null;
    answering = async (path, request) => {
      const number = Number(request.headers.get(PAGE_CALL_HEADER)?.split('.')[1]);
      const bytes = Buffer.from(await request.clone().arrayBuffer());
      expect(bytes.toString()).not.toContain('hunter2');
      opened = page.open({ number, method: 'POST', target: path }, bytes);
      return program(path, request);
    };
    await send('/bridge/signIn', { method: 'POST', body: '{"password":"hunter2"}' });
    expect(opened).toBe('{"password":"hunter2"}');
  });
});

describe('a page', () => {
  const opening: Answering = async (path, request) =>
    path === PAGE_OPENING_PATH ? Response.json({ key: page.secret }) : program(path, request);

  it('is opened with the ticket that the launch page stored', async () => {
    answering = opening;
    sessionStorage.setItem(WINDOW_TICKET_KEY, 't1cket');
    await openWindow(onOpened);
    expect(await (await fetchHost('/api/shops', {})).json()).toEqual({ figure: 1 });
    expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ ticket: 't1cket' });
    expect(sessionStorage).toHaveLength(1);
    expect(onOpened).toHaveBeenCalledOnce();
  });

  it('in a tab that a link opened gets the ticket from another one, and passes it on', async () => {
    answering = opening;
    const other = new BroadcastChannel(WINDOW_TICKET_KEY);
    const heard: unknown[] = [];
    other.addEventListener('message', ({ data }) => {
      heard.push(data);
      if (data === '') other.postMessage('t1cket');
    });
    await openWindow(onOpened);
    expect((await fetchHost('/api/shops', {})).status).toBe(200);
    other.postMessage('');
    await vi.waitFor(() => expect(heard).toContain('t1cket'));
    other.close();
  });

  it('that is not admitted says so for each call', async () => {
    answering = async () => Response.json({}, { status: 401 });
    sessionStorage.setItem(WINDOW_TICKET_KEY, 'old');
    await openWindow(onOpened);
    await expect(fetchHost('/api/shops', {})).rejects.toBeInstanceOf(ShutOut);
    expect(paths()).toEqual([PAGE_OPENING_PATH]);
    expect(onOpened).not.toHaveBeenCalled();
  });
});
