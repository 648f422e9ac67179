import { derivePageKeys, isProvenAnswer, type PageKeys, sealBody } from '../../renderer/lib/host/page-keys.ts';
import type { BridgeArgument, BridgeCall, BridgeResult, BridgeResults } from '../../shared/contract/bridge.ts';
import type { BodyOf, Endpoint } from '../../shared/contract/endpoint.ts';
import { LAUNCH_SESSION_PATH } from '../../shared/contract/window-headers.ts';
import { isSealedCall, PAGE_CALL_HEADER, PAGE_OPENING_PATH, SEALED_TYPE } from '../../shared/contract/window-page.ts';
import { type Answer, exchange } from './http-exchange.ts';

/**
 * A client in Node that acts like the page of the browser host. Only browsers resolve the host name of the window, so
 * requests go to its port on 127.0.0.1 under that name.
 */
export interface WindowClient {
  /** Such as `http://0123456789.localhost:50000`. */
  readonly origin: string;
  readonly port: number;
  /** The cookie as name and value. */
  readonly cookie: string;
  /** The ticket with which a page is opened. */
  readonly ticket: string;
  ask(method: string, target: string, body?: unknown): Promise<Answer>;
}

/** The launch address in the output of the program. */
export const LAUNCH_ADDRESS = /http:\/\/[\w.]+:\d+\/launch#[\w-]+/;

type Send = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
) => Promise<Answer>;

/** Redeems the code of a launch address like the launch page. */
export async function enterWindow(launchAddress: string): Promise<WindowClient> {
  const { origin, hash } = new URL(launchAddress);
  const answer = await sendTo(origin)('POST', LAUNCH_SESSION_PATH, {}, { code: hash.slice(1) });
  if (answer.status !== 200) throw new Error(`${origin} let nobody in: ${answer.status} ${answer.text}`);
  const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';', 1)[0] ?? '';
  return openWindow(origin, cookie, JSON.parse(answer.text).ticket);
}

/** Opens a page of a browser that was let in. */
export async function openWindow(origin: string, cookie: string, ticket: string): Promise<WindowClient> {
  const page = await openPage(sendTo(origin), cookie, ticket);
  return { ...{ origin, port: Number(new URL(origin).port), cookie, ticket }, ask: page.ask };
}

function sendTo(origin: string): Send {
  const { host, port } = new URL(origin);
  return (method, target, headers, body) =>
    exchange(Number(port), method, target, { headers: { host, origin, ...headers }, body });
}

/** Makes a change at the service of the window. Throws if the service refuses it. */
export async function changeAtWindow<E extends Endpoint>(
  window: WindowClient,
  { method, path }: E,
  body: BodyOf<E>,
): Promise<void> {
  const { status, text } = await window.ask(method, path, body);
  if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
}

/** Calls the bridge like the page, and returns the value. Throws if the call fails. */
export async function callBridge<C extends BridgeCall>(
  window: WindowClient,
  name: C,
  argument: BridgeArgument<C>,
): Promise<BridgeResults[C]> {
  const { text } = await window.ask('POST', `/bridge/${name}`, argument);
  const result: BridgeResult<BridgeResults[C]> = JSON.parse(text);
  if (!result.ok) throw new Error(`${name}: ${result.failure.message}`);
  return result.value;
}

/** Opens a page like the beginning of its script, and calls the host like that script. */
export async function openPage(send: Send, cookie: string, ticket: string) {
  const opened = await send('POST', PAGE_OPENING_PATH, { cookie }, { ticket });
  if (opened.status !== 200) throw new Error(`No page was opened: ${opened.status} ${opened.text}`);
  const keys = await derivePageKeys(JSON.parse(opened.text).key);
  let calls = 0;
  return {
    keys,
    async ask(method: string, target: string, body?: unknown): Promise<Answer> {
      // A page, a file or a download.
      if (!/^\/(api|bridge)\//.test(target)) return send(method, target, { cookie }, body);
      calls += 1;
      // Other calls may start before this one is answered.
      const number = calls;
      const { headers, bytes } = await writeCall(keys, number, method, target, body);
      const answer = await send(method, target, headers, bytes);
      await assertProven(keys, { number, method, target }, answer);
      return answer;
    },
  };
}

/** Creates headers and body of a call, encrypted if the call has a secret. */
async function writeCall(keys: PageKeys, number: number, method: string, target: string, body?: unknown) {
  const headers = { [PAGE_CALL_HEADER]: `${keys.id}.${number}` };
  if (!isSealedCall({ method, target })) return { headers, bytes: body };
  const bytes = Buffer.from(await sealBody(keys, { number, method, target }, JSON.stringify(body)));
  return { headers: { ...headers, 'content-type': SEALED_TYPE }, bytes };
}

async function assertProven(
  keys: PageKeys,
  call: Parameters<typeof isProvenAnswer>[1],
  { status, headers, text }: Answer,
): Promise<void> {
  const named = new Headers(Object.entries(headers).map(([name, value = '']) => [name, String(value)]));
  const body = new TextEncoder().encode(text).buffer;
  if (await isProvenAnswer(keys, call, { status, headers: named }, body)) return;
  throw new Error(`The answer to ${call.method} ${call.target} is not proven: ${status} ${text}`);
}
