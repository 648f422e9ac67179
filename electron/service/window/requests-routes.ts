import type { FastifyInstance } from 'fastify';
import { formatTimestamp } from '../../../shared/calendar.ts';
import { readRequests } from '../../../shared/contract/window.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import type { RequestJournal } from '../server/request-log.ts';

export interface RequestsRoutesDeps {
  readonly journal: Pick<RequestJournal, 'read'>;
}

/** The requests that the service received, from other programs and from the window itself. */
export function addRequestsRoutes(app: FastifyInstance, { journal }: RequestsRoutesDeps): void {
  addEndpoint(app, readRequests, ({ caller: reader, query: { after } }) => {
    const { entries, newest } = journal.read({ reader, after });
    return {
      entries: entries.map(({ at, caller, apiKeyName, ...entry }) => ({
        ...entry,
        ...{ at: formatTimestamp(at), user: caller?.name ?? null, apiKey: apiKeyName },
      })),
      newest,
    };
  });
}
