import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { UiCore } from '../../bridge/ui-host.ts';
import { readIndexPage } from '../index-page.ts';
import { sendPage } from './send-page.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const DOCUMENTATION = ['/docs', '/docs/docs.js', '/docs/docs.css', '/docs/icon.svg', '/openapi.json'];

/** The start page, the documentation, and a route for each file of the build: no path is ever made from a request. */
export function addPageRoutes(
  app: FastifyInstance,
  rendererFolder: string,
  { readDocumentation }: Pick<UiCore, 'readDocumentation'>,
): void {
  const config = { opensWithCookieAlone: true } as const;
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
        if (path.startsWith(assets))
          reply.header('cache-control', `private, max-age=${YEAR_MS / 1000}, immutable`);
      },
    });
  });
}
