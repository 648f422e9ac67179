import { type AnsweredRows, jsonRowsOf } from '../json-rows.ts';
import type { Platform } from '../platform.ts';
import type { ThreadedAnswer, ThreadedCall } from './threaded-calls.ts';

/** In a thread: answers the calls with a platform of its own. */
export function answerCallsOf(platform: Platform): (call: ThreadedCall) => Promise<ThreadedAnswer> {
  return async ({ name, args }) => {
    const method = platform[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return answerWith(await method(...args));
  };
}

/** The rows: they may be many. */
export function movedOf({ rows }: ThreadedAnswer): ArrayBuffer[] {
  return rows?.bytes.buffer instanceof ArrayBuffer ? [rows.bytes.buffer] : [];
}

function answerWith(value: unknown): ThreadedAnswer {
  if (!hasRows(value)) return { json: JSON.stringify(value) };
  return { json: JSON.stringify(besidesRows(value)), rows: value.json ?? jsonRowsOf(value.rows) };
}

/** Never touches the rows: those that are JSON already are read when somebody looks at them. */
function besidesRows(answer: AnsweredRows<unknown>): Readonly<Record<string, unknown>> {
  const names = (Object.keys(answer) as (keyof typeof answer)[]).filter((name) => name !== 'rows');
  return Object.fromEntries(names.map((name) => [name, answer[name]]));
}

function hasRows(value: unknown): value is AnsweredRows<unknown> {
  return typeof value === 'object' && value !== null && 'rows' in value;
}
