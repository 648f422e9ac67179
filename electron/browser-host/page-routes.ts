import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { readIndexPage } from '../pages/index-page.ts';
import { sendPage } from './send-page.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The start page, and a route for each file of the build: no path is ever made from a request. */
export function addPageRoutes(app: FastifyInstance, rendererFolder: string): void {
  const config = { opensWithCookieAlone: true } as const;
  app.get('/', { config }, async (_, reply) => sendPage(reply, await readIndexPage(rendererFolder)));

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
