import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { codeOf } from '../../base/code-of.ts';
import type { UiCore } from '../../bridge/ui-host.ts';
import { contentDisposition } from './content-disposition.ts';
import type { DownloadShelf } from './download-shelf.ts';

/** Finished exports, for who made them alone. One that is still being written is not there yet. */
export function addDownloadRoutes(
  app: FastifyInstance,
  shelf: DownloadShelf,
  { mayFetch }: Pick<UiCore, 'mayFetch'>,
): void {
  const config = { mayBeTakenSlowly: true, opensWithCookieAlone: true } as const;
  app.get<{ Params: { id: string } }>('/downloads/:id', { config }, async (request, reply) => {
    const file = await shelf.find(request.params.id, mayFetch);
    const content = file && (await openItself(file.path));
    if (!file || !content) return reply.callNotFound();
    return reply
      .header('content-disposition', contentDisposition(file.fileName))
      .header('content-length', (await content.stat()).size)
      .type('application/octet-stream')
      .send(content.createReadStream());
  });
}

/** No link that was put in its place since it was found; Windows has no such flag. */
async function openItself(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) return null;
    throw error;
  }
}
