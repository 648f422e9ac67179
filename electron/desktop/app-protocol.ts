import { readFile, stat } from 'node:fs/promises';
import { PAGE_HEADERS } from '../pages/content-policy.ts';
import { readIndexPage } from '../pages/index-page.ts';
import { relayApiCall } from '../pages/relay-api-call.ts';
import type { UiCore } from '../pages/ui-host.ts';
import { isAppAddress } from './app-address.ts';
import { contentTypeOf } from './content-type.ts';
import { resolveFile } from './file-resolver.ts';

export interface AppProtocolParts {
  readonly core: UiCore;
  readonly rendererFolder: string;
  readonly onError: (error: unknown) => void;
}

/** Answers every request of the window: its start page, its files, and the API as the signed-in user. */
export function createAppProtocol(parts: AppProtocolParts): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      return await answer(request, parts);
    } catch (error) {
      parts.onError(error);
      return refuse(500);
    }
  };
}

async function answer(request: Request, { core, rendererFolder }: AppProtocolParts): Promise<Response> {
  if (!isAppAddress(request.url) || !comesFromApp(request)) return refuse(403);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const { pathname, search } = new URL(request.url);
  if (pathname.startsWith('/api/')) return answerApi(core, pathname + search);
  return pathname === '/' ? answerIndex(rendererFolder) : answerFile(rendererFolder, pathname);
}

/** Electron names the page that asks, where one does. */
function comesFromApp(request: Request): boolean {
  const origin: unknown = Reflect.get(request, 'initiatorOrigin');
  return origin === undefined || (typeof origin === 'string' && isAppAddress(origin));
}

async function answerApi(core: UiCore, target: string): Promise<Response> {
  const { status, headers, body } = await relayApiCall(core, target);
  return new Response(body, { status, headers: { ...PAGE_HEADERS, ...headers } });
}

async function answerIndex(rendererFolder: string): Promise<Response> {
  const { html, contentPolicy } = await readIndexPage(rendererFolder);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentPolicy };
  return new Response(html, { headers: { ...PAGE_HEADERS, ...headers } });
}

async function answerFile(rendererFolder: string, pathname: string): Promise<Response> {
  const file = await resolveFile(rendererFolder, pathname);
  if (file === null || !(await stat(file)).isFile()) return refuse(404);
  const headers = { ...PAGE_HEADERS, 'content-type': contentTypeOf(file) };
  return new Response(await readFile(file), { headers });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: PAGE_HEADERS });
}
