import { LAUNCH_SESSION_PATH, WINDOW_KEY_HEADER } from '../../shared/contract/window-headers.ts';
import { type Answer, exchange } from './http-exchange.ts';

/**
 * What the page of the browser host does, from Node. The window has a name that only browsers know how to find: requests
 * go to its port on 127.0.0.1, under that name.
 */
export interface WindowClient {
  /** Such as `http://0123456789.localhost:50000`. */
  readonly origin: string;
  readonly port: number;
  /** Name and value. */
  readonly cookie: string;
  /** What the page shows with each call. */
  readonly windowKey: string;
  ask(method: string, target: string, body?: unknown): Promise<Answer>;
}

/** In what the program prints. */
export const LAUNCH_ADDRESS = /http:\/\/[\w.]+:\d+\/launch#[\w-]+/;

/** Redeems the code of a launch address as the launch page does. */
export async function enterWindow(launchAddress: string): Promise<WindowClient> {
  const { origin, host, port: portText, hash } = new URL(launchAddress);
  const port = Number(portText);
  const send = (method: string, target: string, headers: Record<string, string>, body?: unknown) =>
    exchange(port, method, target, { headers: { host, origin, ...headers }, body });
  const answer = await send('POST', LAUNCH_SESSION_PATH, {}, { code: hash.slice(1) });
  if (answer.status !== 200) throw new Error(`${origin} let nobody in: ${answer.status} ${answer.text}`);
  const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';', 1)[0] ?? '';
  const windowKey: string = JSON.parse(answer.text).key;
  const pass = { cookie, [WINDOW_KEY_HEADER]: windowKey };
  return {
    ...{ origin, port, cookie, windowKey },
    ask: (method, target, body) => send(method, target, pass, body),
  };
}
