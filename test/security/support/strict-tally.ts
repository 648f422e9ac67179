import { isDeepStrictEqual } from 'node:util';
import { shapeBreaks } from './strict-shapes.ts';
import type { Wire, WireAnswer, WireRequest } from './strict-wire.ts';

/** What must not come of any request. */
export const BREACHES = {
  fault: 'server errors',
  shape: 'answers out of shape',
  schema: 'answers that the description does not know',
  difference: 'differences from the oracle',
} as const;

/** Where it is told what is sent, answered and found. */
export interface TallyReport {
  count(name: 'requests' | 'requests accepted'): void;
  found(kind: keyof typeof BREACHES, sentence: string): void;
  /** What an answer lacks or has too much by the interface description. */
  departuresOf(operation: string, answer: WireAnswer): readonly string[];
}

/** Counts requests and what is wrong with their answers, and goes on. */
export interface Tally {
  /** Sends, and holds the answer to the shape and schema of its status. Status 0 where there is none. */
  send(wire: Wire, request: WireRequest, operation: string): Promise<WireAnswer>;
  /** The same for an answer that did not come by `send`. */
  take(answer: WireAnswer | null, operation: string, request?: Pick<WireRequest, 'method' | 'target'>): WireAnswer;
  /** Tells where the program and the oracle do not say the same. */
  agree(isSo: boolean, difference: () => string): void;
}

const NO_ANSWER: WireAnswer = { status: 0, headers: new Map(), text: '' };

export function createTally({ count, found, departuresOf }: TallyReport): Tally {
  const take: Tally['take'] = (answer, operation, request) => {
    count('requests');
    if (answer === null) {
      found('shape', `${operation}: no answer to ${request?.method} ${request?.target.slice(0, 300)}`);
      return NO_ANSWER;
    }
    const { status, text } = answer;
    const told = `${operation}: ${status} ${text.slice(0, 300)}`;
    if (status < 300) count('requests accepted');
    if (status >= 500) found('fault', told);
    const isHead = request?.method === 'HEAD';
    for (const sentence of shapeBreaks(answer, isHead, request?.target.includes('/docs'))) {
      found('shape', `${sentence} in ${told}`);
    }
    for (const sentence of isHead ? [] : departuresOf(operation, answer)) {
      found('schema', `${sentence} in ${told}`);
    }
    return answer;
  };

  return {
    take,
    send: async (wire, request, operation) => take(await wire.send(request), operation, request),
    agree(isSo, difference) {
      if (!isSo) found('difference', difference());
    },
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
