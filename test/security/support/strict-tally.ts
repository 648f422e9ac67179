import { isDeepStrictEqual } from 'node:util';
import { shapeBreaks } from './strict-shapes.ts';
import type { Wire, WireAnswer, WireRequest } from './strict-wire.ts';

/** Every run draws the same requests; a failure prints the path that leads to its own. */
export const SEED = 20_261_121;

/** Requests that each area sends at least. */
export const LEAST = { queries: 21_000, search: 3_000, bodies: 6_000, http: 21_000, sockets: 200 } as const;
export type Area = keyof typeof LEAST;

/** Counts the requests of an area and what is wrong with their answers. */
export interface Tally {
  readonly answered: ReadonlyMap<string, ReadonlySet<number>>;
  requests(): number;
  accepted(): number;
  /** Sends, counts, and throws when the answer breaks the shape of its status or is a fault of the service. */
  send(wire: Wire, request: WireRequest, operation: string): Promise<WireAnswer>;
  /** Holds an answer that did not come by `send` to its shape. */
  take(
    answer: WireAnswer | null,
    operation: string,
    request?: Pick<WireRequest, 'method' | 'target'>,
  ): WireAnswer;
  /** Counts and throws where the program and the oracle do not say the same. */
  agree(isSo: boolean, difference: () => string): void;
  line(): string;
}

export function createTally(area: Area): Tally {
  const count = { requests: 0, accepted: 0, faults: 0, breaks: 0, differences: 0 };
  const answered = new Map<string, Set<number>>();

  const take: Tally['take'] = (answer, operation, request) => {
    count.requests += 1;
    if (answer === null) {
      count.breaks += 1;
      throw new Error(`${operation}: no answer`);
    }
    answered.set(operation, (answered.get(operation) ?? new Set()).add(answer.status));
    if (answer.status < 300) count.accepted += 1;
    if (answer.status >= 500) count.faults += 1;
    const breaks = shapeBreaks(answer, request?.method === 'HEAD', request?.target.includes('/docs'));
    if (breaks.length > 0) count.breaks += 1;
    if (answer.status >= 500 || breaks.length > 0) {
      throw new Error(`${operation}: ${answer.status} ${breaks.join('; ')} ${answer.text}`);
    }
    return answer;
  };

  return {
    answered,
    requests: () => count.requests,
    accepted: () => count.accepted,
    take,
    send: async (wire, request, operation) => take(await wire.send(request), operation, request),
    agree(isSo, difference) {
      if (isSo) return;
      count.differences += 1;
      throw new Error(difference());
    },
    line: () =>
      `strictness ${area}: ${count.requests} requests (${count.accepted} accepted), ${count.faults} 5xx, ` +
      `${count.breaks} shape breaks, ${count.differences} oracle differences, seed ${SEED}\n`,
  };
}

/** Where `actual` departs from `expected`, member by member; empty when it does not. */
export function departures(actual: Record<string, unknown>, expected: Record<string, unknown>): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => !isDeepStrictEqual(actual[name], value))
    .map(([name, value]) => `${name} is ${shown(actual[name])} and not ${shown(value)}`);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 400);
}
