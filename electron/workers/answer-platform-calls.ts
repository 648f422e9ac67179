import { createFieldFilter } from '../../shared/contract/endpoint.ts';
import {
  type AnsweredRows,
  hasRows,
  type JsonRows,
  jsonRowsOf,
  type PackedAnswer,
  packAnswer,
} from '../platform/json-rows.ts';
import type { Platform } from '../platform/platform.ts';
import { makeCall, type PlatformCalls } from '../platform/platform-calls.ts';
import { THREADED_CALLS, type ThreadedCall } from './threaded-calls.ts';

/** In a thread: answers the calls with a platform of its own. */
export function answerCallsOf(platform: Platform): (call: ThreadedCall) => Promise<PackedAnswer> {
  const writeRows = createRowWriter();

  return async (call) => {
    const answer = await makeCall<PlatformCalls>(platform, call);
    return packAnswer(answer, hasRows(answer) ? (answer.json ?? writeRows(call, answer)) : undefined);
  };
}

/** The rows: they may be many. */
export function movedOf({ rows }: PackedAnswer): ArrayBuffer[] {
  return rows?.bytes.buffer instanceof ArrayBuffer ? [rows.bytes.buffer] : [];
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
