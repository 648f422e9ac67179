import type { RunningService } from '../../support/running-service.ts';
import type { Tally } from './strict-tally.ts';

/** The statuses of each operation in the interface description that the service itself gives out. */
async function documentedStatuses(
  service: RunningService,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const answer = await service.send('GET', '/openapi.json');
  if (answer.status !== 200) throw new Error(`GET /openapi.json: ${answer.status}`);
  const { paths } = JSON.parse(answer.text) as { paths: Record<string, Record<string, Operation>> };
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses = {} }]) => [
        `${method.toUpperCase()} ${path}`,
        new Set(Object.keys(responses).map(Number)),
      ]),
    ),
  );
}

interface Operation {
  readonly responses?: Readonly<Record<string, unknown>>;
}

/** For a request of which it is not clear what it asks for. */
export const NO_OPERATION = '*';

/** Statuses that were answered and that the description does not name for their operation. */
export async function undocumented(service: RunningService, { answered }: Tally): Promise<string[]> {
  const documented = await documentedStatuses(service);
  return [...answered]
    .filter(([operation]) => operation !== NO_OPERATION)
    .flatMap(([operation, statuses]) =>
      [...statuses]
        .filter((status) => !documented.get(operation)?.has(status))
        .map((status) => `${operation}: ${status}`),
    );
}
