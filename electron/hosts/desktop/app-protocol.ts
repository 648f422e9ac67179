import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { MAX_WINDOW_BODY_BYTES } from '../../../shared/contract/endpoint.ts';
import { getErrorCode } from '../../base/errors.ts';
import type { UiCore } from '../../bridge/host.ts';
import { isRead, relayApiCall } from '../api-relay.ts';
import { CLOSED_HEADERS, PAGE_HEADERS, readIndexPage } from '../page-policy.ts';
import { isAppAddress } from './guards.ts';

export interface AppProtocolDeps {
  readonly core: UiCore;
  readonly rendererFolder: string;
  readonly onError: (error: unknown) => void;
}

/** Answers every request of the window: its start page, its files, and the API as the signed-in user. */
export function createAppProtocol(deps: AppProtocolDeps): (request: Request) => Promise<Response> {
  return (request) =>
    answer(request, deps).catch((error: unknown) => {
      deps.onError(error);
      return refuse(500);
    });
}

async function answer(request: Request, { core, rendererFolder }: AppProtocolDeps): Promise<Response> {
  if (!isAppAddress(request.url) || !comesFromApp(request)) return refuse(403);
  const { pathname, search } = new URL(request.url);
  if (pathname.startsWith('/api/')) return answerApi(core, request, pathname + search);
  if (!isRead(request)) return refuse(405);
  return pathname === '/' ? answerIndex(rendererFolder) : answerFile(rendererFolder, pathname);
}

/** Electron names the page that sends the request, if any. A request without a page may only read. */
function comesFromApp(request: Request): boolean {
  const origin: unknown = Reflect.get(request, 'initiatorOrigin');
  if (origin === undefined) return isRead(request);
  return typeof origin === 'string' && isAppAddress(origin);
}

/** Stops reading once the body is too long. */
async function readBody({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_WINDOW_BODY_BYTES) break;
  }
  return Buffer.concat(chunks);
}

async function answerApi(core: UiCore, request: Request, target: string): Promise<Response> {
  const { method } = request;
  const received = isRead(request) ? new Uint8Array() : await readBody(request);
  const header = (name: string) => request.headers.get(name);
  const { status, headers, body } = await relayApiCall(core, { method, target, header, body: received });
  // A Response refuses even an empty body if none is allowed.
  const sent = status === 204 ? null : body;
  return new Response(sent, { status, headers: { ...headers, ...CLOSED_HEADERS } });
}

async function answerIndex(rendererFolder: string): Promise<Response> {
  const { html, contentPolicy } = await readIndexPage(rendererFolder);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentPolicy };
  return new Response(html, { headers: { ...PAGE_HEADERS, ...headers } });
}

async function answerFile(rendererFolder: string, pathname: string): Promise<Response> {
  const file = await resolveFile(rendererFolder, pathname);
  if (file === null || !(await stat(file)).isFile()) return refuse(404);
  const headers = { ...PAGE_HEADERS, 'content-type': getContentType(file) };
  return new Response(await readFile(file), { headers });
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: CLOSED_HEADERS });
}

/** Codes of the file system for a missing file. */
const MISSING_CODES = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'];

/**
 * The real path of the file that a URL path names below `folder`; `null` if there is none. The path is decoded once,
 * and refused if it leaves the folder through `..`, another drive, a network name or a link.
 */
export async function resolveFile(folder: string, urlPath: string): Promise<string | null> {
  try {
    const named = decodeURIComponent(urlPath);
    if (!isPlain(named)) return null;
    const root = await realpath(folder);
    const file = await realpath(join(root, named));
    return isWithin(root, file) ? file : null;
  } catch (error) {
    if (error instanceof URIError || MISSING_CODES.includes(getErrorCode(error))) return null;
    throw error;
  }
}

/** The files of a build have plain names; characters with a special meaning in an operating system are refused. */
function isPlain(path: string): boolean {
  const hasSpecialSign = /[\\:%\0]/.test(path);
  return path.startsWith('/') && !hasSpecialSign && !path.split('/').includes('..');
}

function isWithin(root: string, file: string): boolean {
  const path = relative(root, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** There is no type for pages: they are only served with a content security policy. */
function getContentType(file: string): string {
  return CONTENT_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream';
}
