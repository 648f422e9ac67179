import type { BrowserContext, BrowserContextOptions, Page, Route } from '@playwright/test';
import { createWindowPage, type WindowPage } from '../../../electron/hosts/browser/window-page.ts';
import type { BridgeArgument, BridgeCall, BridgeResults } from '../../../shared/contract/bridge.ts';
import type { BodyOf, Endpoint } from '../../../shared/contract/endpoint.ts';
import {
  ANSWER_PROOF_HEADER,
  PAGE_CALL_HEADER,
  PAGE_OPENING_PATH,
  WINDOW_TICKET_KEY,
} from '../../../shared/contract/window-page.ts';
import {
  callBridge as callAsPage,
  changeAtWindow as changeAsPage,
  enterWindow,
  type WindowClient,
} from '../../support/window-client.ts';
import type { RunningProduct } from './running-product.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A way into the user interface of a running product. */
export interface UiEntrance {
  readonly origin: string;
  /** What a new browser context needs to be admitted, besides `giveTicket`. */
  readonly storageState: StorageState;
  readonly window: WindowClient;
}

/** Uses up the launch address. Its cookie and ticket admit every later context. */
export async function enterUi({ launchAddress }: Pick<RunningProduct, 'launchAddress'>): Promise<UiEntrance> {
  const window = await enterWindow(launchAddress);
  const [name = '', value = ''] = window.cookie.split('=');
  const { hostname } = new URL(window.origin);
  const cookie = { name, value, domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false };
  return { origin: window.origin, window, storageState: { cookies: [{ ...cookie, sameSite: 'Strict' }], origins: [] } };
}

/** Gives every page of the context the ticket of the window, as if the launch page had stored it. */
export async function giveTicket(context: BrowserContext, { origin, window }: UiEntrance): Promise<void> {
  context.on('response', (response) => {
    if (new URL(response.url()).pathname !== PAGE_OPENING_PATH) return;
    const opened = response.json().then(({ key }) => createWindowPage(Buffer.from(key, 'base64url')));
    openPages.set(response.frame().page(), opened);
  });
  await context.addInitScript(
    ([ofWindow, name, ticket]) => {
      if (location.origin === ofWindow) sessionStorage.setItem(name, ticket);
    },
    [origin, WINDOW_TICKET_KEY, window.ticket] as const,
  );
}

const openPages = new WeakMap<Page, Promise<WindowPage>>();

/** Answers a call of a page with JSON instead of the program, and proves the answer like the program. */
export async function answerInstead(route: Route, body: unknown, status = 200): Promise<void> {
  const request = route.request();
  const page = await openPages.get(request.frame().page());
  const [, number] = (request.headers()[PAGE_CALL_HEADER] ?? '').split('.');
  if (page === undefined) throw new Error(`${request.url()} is no call of a page.`);
  const { pathname, search } = new URL(request.url());
  const call = { number: Number(number), method: request.method(), target: pathname + search };
  const type = 'application/json';
  const text = JSON.stringify(body);
  const proof = page.proveAnswer(call, status, (name) => (name === 'content-type' ? type : null), text);
  await route.fulfill({ status, headers: { 'content-type': type, [ANSWER_PROOF_HEADER]: proof }, body: text });
}

/** Changes something through the window's service, like the page of the browser host. */
export function changeAtWindow<E extends Endpoint>(
  { window }: Pick<UiEntrance, 'window'>,
  endpoint: E,
  body: BodyOf<E>,
): Promise<void> {
  return changeAsPage(window, endpoint, body);
}

/** Calls the bridge of the browser host like its page, and returns the value. */
export function callBridge<C extends BridgeCall>(
  { window }: Pick<UiEntrance, 'window'>,
  name: C,
  argument: BridgeArgument<C>,
): Promise<BridgeResults[C]> {
  return callAsPage(window, name, argument);
}
