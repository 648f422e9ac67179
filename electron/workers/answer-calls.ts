import type { AnsweredRows } from '../platform/json-rows.ts';
import type { Platform } from '../platform/platform.ts';
import { createRowWriter } from './listed-rows.ts';
import type { ThreadedAnswer, ThreadedCall } from './threaded-calls.ts';

/** In a thread: answers the calls with a platform of its own. */
export function answerCallsOf(platform: Platform): (call: ThreadedCall) => Promise<ThreadedAnswer> {
  const writeRows = createRowWriter();

  return async ({ name, args }) => {
    const method = platform[name] as (...args: readonly unknown[]) => Promise<unknown>;
    const answer = await method(...args);
    if (!hasRows(answer)) return { json: JSON.stringify(answer) };
    const rows = answer.json ?? writeRows(name, answer);
    return rows === undefined
      ? { json: JSON.stringify(answer) }
      : { json: JSON.stringify(besidesRows(answer)), rows };
  };
}

/** The rows: they may be many. */
export function movedOf({ rows }: ThreadedAnswer): ArrayBuffer[] {
  return rows?.bytes.buffer instanceof ArrayBuffer ? [rows.bytes.buffer] : [];
}

/** Never touches the rows: those that are JSON already are read when somebody looks at them. */
function besidesRows(answer: AnsweredRows<unknown>): Readonly<Record<string, unknown>> {
  const names = (Object.keys(answer) as (keyof typeof answer)[]).filter((name) => name !== 'rows');
  return Object.fromEntries(names.map((name) => [name, answer[name]]));
}

function hasRows(value: unknown): value is AnsweredRows<unknown> {
  return typeof value === 'object' && value !== null && 'rows' in value;
}
