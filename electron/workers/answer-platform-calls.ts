import { createFieldFilter } from '../../shared/contract/endpoint.ts';
import { type AnsweredRows, type JsonRows, jsonRowsOf } from '../platform/json-rows.ts';
import type { Platform } from '../platform/platform.ts';
import { makeCall, type PlatformCalls } from '../platform/platform-calls.ts';
import { THREADED_CALLS, type ThreadedAnswer, type ThreadedCall } from './threaded-calls.ts';

/** In a thread: answers the calls with a platform of its own. */
export function answerCallsOf(platform: Platform): (call: ThreadedCall) => Promise<ThreadedAnswer> {
  const writeRows = createRowWriter();

  return async (call) => {
    const answer = await makeCall<PlatformCalls>(platform, call);
    const rows = hasRows(answer) ? (answer.json ?? writeRows(call, answer)) : undefined;
    if (!hasRows(answer) || rows === undefined) return { json: JSON.stringify(answer) };
    // Does not read the member `rows`: that would parse rows that are JSON already.
    const names = (Object.keys(answer) as (keyof typeof answer)[]).filter((name) => name !== 'rows');
    return { json: JSON.stringify(Object.fromEntries(names.map((name) => [name, answer[name]]))), rows };
  };
}

/** The rows: they may be many. */
export function movedOf({ rows }: ThreadedAnswer): ArrayBuffer[] {
  return rows?.bytes.buffer instanceof ArrayBuffer ? [rows.bytes.buffer] : [];
}

function hasRows(value: unknown): value is AnsweredRows<unknown> {
  return typeof value === 'object' && value !== null && 'rows' in value;
}

/**
 * Makes rows JSON with the fields of the contract alone. Undefined where rows do not go to a client unchanged.
 */
function createRowWriter() {
  const filters = new Map(
    Object.entries(THREADED_CALLS).flatMap(([name, { endpoint }]) =>
      endpoint === undefined ? [] : [[name, createFieldFilter(endpoint.response.properties.data)]],
    ),
  );
  return ({ name }: ThreadedCall, { rows }: AnsweredRows<unknown>): JsonRows | undefined => {
    const keepListedFields = filters.get(name);
    return keepListedFields && jsonRowsOf(keepListedFields(rows) as readonly unknown[]);
  };
}
