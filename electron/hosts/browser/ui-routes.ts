import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_WINDOW_BODY_BYTES } from '../../../shared/contract/endpoint.ts';
import { SESSION_ID_HEADER } from '../../../shared/contract/window-headers.ts';
import { isSealedCall, SEALED_TYPE } from '../../../shared/contract/window-page.ts';
import { parseJson } from '../../base/json.ts';
import type { UiCore } from '../../bridge/host.ts';
import { refuseLongBody, relayApiCall } from '../api-relay.ts';
import { readIndexPage } from '../page-policy.ts';
import { PLAIN_TYPE, sendPage } from './plain-pages.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const DOCUMENTATION = ['/docs', '/docs/docs.js', '/docs/docs.css', '/docs/icon.svg', '/openapi.json'];

/** The start page, the documentation, and a route for each file of the build: no path is made from a request. */
export function addPageRoutes(
  app: FastifyInstance,
  rendererFolder: string,
  { readDocumentation }: Pick<UiCore, 'readDocumentation'>,
): void {
  const config = { opensWithCookieOnly: true } as const;
  app.get('/', { config }, async (_, reply) => sendPage(reply, await readIndexPage(rendererFolder)));

  for (const path of DOCUMENTATION) {
    app.get(path, { config }, async (_, reply) => {
      const { status, headers, body } = await readDocumentation(path);
      for (const name of ['content-type', 'content-security-policy']) {
        const value = headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      return reply.code(status).send(body);
    });
  }

  const assets = join(rendererFolder, 'assets');
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...config };
    });
    await scope.register(fastifyStatic, {
      root: rendererFolder,
      wildcard: false,
      globIgnore: ['**/*.html', '**/*.map'],
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders(reply, path) {
        // The names of assets carry a digest of their content.
        if (path.startsWith(assets)) reply.header('cache-control', `private, max-age=${YEAR_MS / 1000}, immutable`);
      },
    });
  });
}

/** The page calls the API on its own origin; the token is added behind it. */
export function addApiRoutes(app: FastifyInstance, core: UiCore): void {
  app.register(async (scope) => {
    // The raw bytes, whatever their declared type: the relay checks them in the same way for every host.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      // The server of the host answers everything else.
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      const { status, headers, body } = refuseLongBody();
      return reply.code(status).headers(headers).send(body);
    });
    scope.all('/api/*', { bodyLimit: MAX_WINDOW_BODY_BYTES }, async (request, reply) => {
      const { method = '', url: target = '' } = request.raw;
      if (!target.startsWith('/api/')) return reply.callNotFound();
      const isSealed = isSealedCall({ method, target });
      const sent = isSealed ? openSealedBody(request) : request.body;
      if (sent === null) return refuseUnsealed(reply);
      const header = (name: string) =>
        isSealed && name === 'content-type' ? 'application/json' : getHeader(request, name);
      const call = { method, target, header, body: toBytes(sent), signal: createSignal(reply) };
      const { status, headers, body } = await relayApiCall(core, call);
      return reply.code(status).headers(headers).send(body);
    });
  });
}

/** Aborts if the connection closes before the answer is complete: the page has given up, or is gone. */
function createSignal({ raw }: FastifyReply): AbortSignal {
  const givenUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) givenUp.abort();
  });
  return givenUp.signal;
}

/** The calls of the page. A failure is part of the answer, so every readable call has status 200. */
export function addBridgeRoutes(app: FastifyInstance, core: UiCore): void {
  app.register(async (scope) => {
    scope.addContentTypeParser(SEALED_TYPE, { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    scope.post<{ Params: { call: string } }>(
      '/bridge/:call',
      { bodyLimit: MAX_WINDOW_BODY_BYTES },
      (request, reply) => {
        const { params, body, method, url: target } = request;
        const sessionId = getHeader(request, SESSION_ID_HEADER);
        if (!isSealedCall({ method, target })) return core.handle(params.call, body, sessionId);
        const opened = openSealedBody(request);
        if (opened === null) return refuseUnsealed(reply);
        return core.handle(params.call, parseJson(opened), sessionId);
      },
    );
  });
}

/** `null` if the body was not sealed for this call by the page that makes it. */
function openSealedBody({ body, callOfPage }: FastifyRequest): string | null {
  return Buffer.isBuffer(body) && callOfPage !== null ? callOfPage.page.open(callOfPage, body) : null;
}

function refuseUnsealed(reply: FastifyReply): FastifyReply {
  return reply.code(400).type(PLAIN_TYPE).send('The body must be sealed by the open page.');
}

function toBytes(sent: unknown): Uint8Array {
  if (typeof sent === 'string') return new TextEncoder().encode(sent);
  return Buffer.isBuffer(sent) ? sent : new Uint8Array();
}

function getHeader({ raw }: FastifyRequest, name: string): string | null {
  return raw.headersDistinct[name]?.join(', ') ?? null;
}
