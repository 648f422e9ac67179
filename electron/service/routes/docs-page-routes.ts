import type { FastifyInstance } from 'fastify';
import { readDocumentation } from '../../../shared/contract/documentation.ts';
import { ApiError } from '../server/api-error.ts';
import { createQueryDecoder } from '../server/query-decoder.ts';
import {
  DOCS_ASSETS,
  DOCS_HEADERS,
  DOCS_PAGE,
  type DocsAsset,
  hasDocsAssets,
  readDocsAsset,
} from './docs-page.ts';
import type { ServiceParts } from './service-parts.ts';

/**
 * The documentation for people: a page that draws `/openapi.json`, with no file from elsewhere. Whether it is
 * built is looked at once, here.
 */
export function addDocsPageRoutes(app: FastifyInstance, { docsFolder }: ServiceParts): void {
  const builtFolder = docsFolder !== null && hasDocsAssets(docsFolder) ? docsFolder : null;
  const notBuilt = () => new ApiError('not_found', 'The documentation is not built.');
  const readAsset = async (asset: DocsAsset): Promise<Buffer> => {
    const bytes = builtFolder === null ? null : await readDocsAsset(builtFolder, asset);
    if (bytes === null) throw notBuilt();
    return bytes;
  };

  const decodeQuery = createQueryDecoder(readDocumentation);

  app.get<{ Querystring: { text: string } }>(
    readDocumentation.path,
    { config: { access: 'public', endpoint: readDocumentation } },
    async (request, reply) => {
      decodeQuery(request.query.text);
      // A page without its script would stay empty and say nothing.
      if (builtFolder === null) throw notBuilt();
      return reply.headers(DOCS_HEADERS).type('text/html; charset=utf-8').send(DOCS_PAGE);
    },
  );

  for (const [asset, mediaType] of Object.entries(DOCS_ASSETS) as [DocsAsset, string][]) {
    app.get(`/docs/${asset}`, { config: { access: 'public' } }, async (_request, reply) =>
      reply.type(mediaType).send(await readAsset(asset)),
    );
  }
}
