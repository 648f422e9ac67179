import type { FastifyInstance } from 'fastify';

/** Which requests came as far as a handler, each as a person would name it. */
export type HandlerRuns = readonly string[];

/** Has to be called before the server listens. */
export function recordRuns(app: FastifyInstance): HandlerRuns {
  const runs: string[] = [];
  app.addHook('preHandler', async ({ raw }, reply) => {
    // A refusal that a hook has sent already ends before this.
    if (reply.sent) return;
    const { host, origin } = raw.headers;
    const site = raw.headers['sec-fetch-site'];
    runs.push(`${raw.method} ${raw.url} (host ${host}, origin ${origin}, site ${site})`);
  });
  return runs;
}
