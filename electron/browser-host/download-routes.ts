import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { codeOf } from '../launch/code-of.ts';
import { contentDisposition } from './content-disposition.ts';
import type { DownloadShelf } from './download-shelf.ts';

/** Finished exports. One that is still being written is not there yet. */
export function addDownloadRoutes(app: FastifyInstance, shelf: DownloadShelf): void {
  app.get<{ Params: { id: string } }>('/downloads/:id', async (request, reply) => {
    const file = await shelf.find(request.params.id);
    const bytes = file === null ? null : await sizeOf(file.path);
    if (file === null || bytes === null) return reply.callNotFound();
    return reply
      .header('content-disposition', contentDisposition(file.fileName))
      .header('content-length', bytes)
      .type('application/octet-stream')
      .send(createReadStream(file.path));
  });
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
