import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiEndpoint } from '../../../shared/contract/endpoint.ts';
import { readDocumentation, readOpenApi } from '../../../shared/contract/service.ts';
import { describeApi } from '../openapi/describe-api.ts';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { type Exposure, getPublicAddress } from '../security/exposure.ts';
import { ApiError } from '../server/api-error.ts';
import { getPort } from '../server/create-server.ts';
import { getHeaderValues } from '../server/header-decoder.ts';
import { createQueryDecoder } from '../server/query-decoder.ts';
import { addEndpoint, type RouteDeps } from './add-endpoint.ts';

/** Describes the `endpoints` of a service that listens. They are read at the first call, when all are registered. */
export function createDescription(
  app: FastifyInstance,
  { endpoints, exposure }: { readonly endpoints: readonly ApiEndpoint[]; readonly exposure: Exposure },
): () => OpenApiDocument {
  // Cached: this is the largest answer, and it needs no token.
  let document: OpenApiDocument | null = null;
  const readAddress = rememberAddress(app, exposure);

  return () => {
    document ??= describeApi(endpoints, readAddress());
    return document;
  };
}

/** The address of a service. It stays known while the service stops and no longer listens. */
export function rememberAddress(app: FastifyInstance, exposure: Exposure): () => string {
  let address = '';
  app.server.once('listening', () => {
    address = getPublicAddress(exposure, getPort(app));
  });
  return () => address;
}

export function addOpenApiRoute(app: FastifyInstance, describe: () => OpenApiDocument): void {
  addEndpoint(app, readOpenApi, describe);
}

/** A page that renders `/openapi.json` and loads nothing from elsewhere. */
export function addDocsPageRoutes(app: FastifyInstance, { docsFolder }: RouteDeps): void {
  const requireFolder = () => {
    const builtFolder = findDocsFolder(docsFolder);
    if (builtFolder !== null) return builtFolder;
    throw new ApiError('not_found', 'The documentation is not built.');
  };
  const assets = new Map<string, FixedAnswer>();
  /** Reads each file once: clients that never read their answer could fill the memory. */
  const readAsset = (asset: string) => {
    const answer = assets.get(asset) ?? createFixedAnswer(readFileSync(join(requireFolder(), asset)));
    assets.set(asset, answer);
    return answer;
  };

  const page = createFixedAnswer(Buffer.from(DOCS_PAGE));
  const decodeQuery = createQueryDecoder(readDocumentation);

  app.get<{ Querystring: { text: string } }>(
    readDocumentation.path,
    { config: { access: 'public', endpoint: readDocumentation } },
    async (request, reply) => {
      decodeQuery(request.query.text);
      // Without its script the page would stay empty and explain nothing.
      requireFolder();
      return sendFixed(request, reply.headers(DOCS_HEADERS).type('text/html; charset=utf-8'), page);
    },
  );

  for (const [asset, mediaType] of Object.entries(DOCS_ASSETS)) {
    app.get(`/docs/${asset}`, { config: { access: 'public' } }, async (request, reply) =>
      sendFixed(request, reply.type(mediaType), readAsset(asset)),
    );
  }
}

/** An answer that stays the same while the service runs. A browser stores it and revalidates it each time. */
interface FixedAnswer {
  readonly bytes: Buffer;
  readonly etag: string;
}

function createFixedAnswer(bytes: Buffer): FixedAnswer {
  return { bytes, etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"` };
}

function sendFixed({ raw }: FastifyRequest, reply: FastifyReply, { bytes, etag }: FixedAnswer): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag });
  const known = getHeaderValues(raw, 'if-none-match').flatMap((value) => value.split(',').map((tag) => tag.trim()));
  const isKnown = known.some((tag) => tag === '*' || tag === etag || `W/${tag}` === etag);
  return isKnown ? reply.code(304).send() : reply.send(bytes);
}

const DOCS_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tilldesk API</title>
    <link rel="icon" href="/docs/icon.svg">
    <link rel="stylesheet" href="/docs/docs.css">
    <script type="module" src="/docs/docs.js"></script>
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript. The API is described in <a href="/openapi.json">openapi.json</a>.</noscript>
  </body>
</html>
`;

/** For a page of the service: it loads only what `sources` allow, sends no forms and cannot be framed. */
export function createPageHeaders(sources: readonly string[]): Readonly<Record<string, string>> {
  const others = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return {
    'content-security-policy': ["default-src 'none'", ...sources, ...others].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
}

const DOCS_HEADERS = createPageHeaders([
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
]);

export const DOCS_ASSETS = {
  'docs.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

/** `null` if a file of the page is missing. */
export function findDocsFolder(folder: string | null): string | null {
  const isBuilt = folder !== null && Object.keys(DOCS_ASSETS).every((asset) => existsSync(join(folder, asset)));
  return isBuilt ? folder : null;
}
