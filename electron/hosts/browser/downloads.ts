import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { getErrorCode } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { ExportTarget, UiCore } from '../../bridge/host.ts';

export type DownloadDirectory = Awaited<ReturnType<typeof openDownloadDirectory>>;

const RETENTION_MS = 24 * 60 * 60 * 1000;

const SWEEP_EVERY_MS = 60 * 60 * 1000;

/** 16 random bytes in base64url: nobody can guess one, and none is a path. */
const DOWNLOAD_ID = /^[A-Za-z0-9_-]{22}$/;

/** Address of a download on our own origin. */
export function getDownloadPath(id: string): string {
  return `/downloads/${id}`;
}

/**
 * Files that the program has written for a browser to download, each for a day. Each file is in a separate folder in
 * `folder`, where it may get another name. Older files are removed now, and with later files.
 */
export async function openDownloadDirectory(folder: string, clock: Pick<Clock, 'now'>, log: Pick<Log, 'warn'>) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let tidiedAt = Number.NEGATIVE_INFINITY;

  async function tidy(): Promise<void> {
    const now = clock.now();
    if (now - tidiedAt < SWEEP_EVERY_MS) return;
    tidiedAt = now;
    await sweepDownloads(folder, now - RETENTION_MS, log);
  }

  await tidy();
  return {
    folder,
    async reserve(fileName: string): Promise<ExportTarget> {
      await tidy();
      const id = randomBytes(16).toString('base64url');
      const directory = join(folder, id);
      await mkdir(directory, { mode: 0o700 });
      // Names that begin with a dot belong to files that are still being written.
      const plainName = basename(fileName).toWellFormed().replace(/^\.+/, '') || 'export';
      return {
        path: join(directory, plainName),
        download: getDownloadPath(id),
        release: () => rm(directory, { recursive: true, force: true }),
      };
    },
    /** The finished file that `isWanted` accepts; `null` if it is not finished, or was removed. */
    async find(id: string, isWanted: (path: string) => Promise<boolean>) {
      if (!DOWNLOAD_ID.test(id)) return null;
      const directory = join(folder, id);
      for (const fileName of await listFinished(directory, clock.now() - RETENTION_MS)) {
        const path = join(directory, fileName);
        if (await isWanted(path)) return { fileName, path };
      }
      return null;
    },
    /** The id of a path; `null` for one outside of this directory. */
    findId(path: string): string | null {
      const directory = dirname(path);
      const id = basename(directory);
      return dirname(directory) === folder && DOWNLOAD_ID.test(id) ? id : null;
    },
  };
}

/** Names of the files in a folder that is not a link, and not older. */
async function listFinished(directory: string, notBefore: number): Promise<string[]> {
  try {
    const found = await lstat(directory);
    if (!found.isDirectory() || found.mtimeMs < notBefore) return [];
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Removes the entries of a folder that are older than `before`. Never rejects: it logs what cannot be removed. */
export async function sweepDownloads(folder: string, before: number, log: Pick<Log, 'warn'>): Promise<void> {
  const stays = (path: string, err: unknown) => log.warn({ path, err }, 'an expired export could not be removed');
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const removal = lstat(path).then(({ mtimeMs }) =>
        mtimeMs < before ? rm(path, { recursive: true, force: true }) : undefined,
      );
      await removal.catch((error) => stays(path, error));
    }
  } catch (error) {
    stays(folder, error);
  }
}

/** Serves finished exports to the users who made them. */
export function addDownloadRoutes(
  app: FastifyInstance,
  directory: DownloadDirectory,
  { mayFetch }: Pick<UiCore, 'mayFetch'>,
): void {
  const config = { mayBeTakenSlowly: true, opensWithCookieOnly: true } as const;
  app.register(async (scope) => {
    await scope.register(fastifyStatic, { serve: false, root: directory.folder, cacheControl: false, etag: false });
    scope.get<{ Params: { id: string } }>('/downloads/:id', { config }, async (request, reply) => {
      const file = await directory.find(request.params.id, mayFetch);
      if (!file) return reply.callNotFound();
      return reply.download(`${request.params.id}/${file.fileName}`, file.fileName);
    });
  });
}
