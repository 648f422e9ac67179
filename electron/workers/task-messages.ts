import type { MessagePort } from 'node:worker_threads';
import { ExportError } from '../exports/export-error.ts';
import { PlatformError } from '../platform/platform-error.ts';

/** A task for a worker. It has a port if it reports progress, may be cancelled or asks questions. */
export interface TaskRequest<Input> {
  readonly input: Input;
  readonly port: MessagePort | null;
}

/** Errors come back as values: as an error of the pool, one of ours would lose its code. */
export type TaskOutcome<Answer> = { readonly answer: Answer } | { readonly failure: CarriedFailure };

/** What a worker sends while it works. */
export type WorkerMessage<Progress> =
  | { readonly progress: Progress }
  | { readonly questionId: number; readonly question: unknown };

/** What a worker is sent while it works. */
export type MainMessage = { readonly isCancelled: true } | ({ readonly questionId: number } & TaskOutcome<unknown>);

/** A message between threads copies only message, stack and cause of an error, so `fields` has the rest. */
export interface CarriedFailure {
  readonly thrown: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

export function carryFailure(thrown: unknown): CarriedFailure {
  if (!(thrown instanceof Error)) return { thrown, fields: {} };
  const plain = Object.entries(thrown).filter(([, value]) => isPlain(value));
  return { thrown, fields: { name: thrown.name, ...Object.fromEntries(plain) } };
}

/** By name: a message between threads loses these classes. Errors of our other classes keep their `name` and `code`. */
const CARRIED_CLASSES = new Map<unknown, { readonly prototype: Error }>([
  ['ExportError', ExportError],
  ['PlatformError', PlatformError],
]);

/** The answer of an outcome. Throws its error. */
export function takeOutcome<Answer>(outcome: TaskOutcome<Answer>): Answer {
  if ('answer' in outcome) return outcome.answer;
  const { thrown, fields } = outcome.failure;
  if (!(thrown instanceof Error)) throw thrown;
  const ownClass = CARRIED_CLASSES.get(fields.name);
  if (ownClass !== undefined) Object.setPrototypeOf(thrown, ownClass.prototype);
  throw Object.assign(thrown, fields);
}

const PLAIN_TYPES = new Set(['string', 'number', 'bigint', 'boolean']);

/** Also an object of such values, such as the counts of an error. */
function isPlain(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return PLAIN_TYPES.has(typeof value);
  const isObject = Object.getPrototypeOf(value) === Object.prototype;
  return isObject && Object.values(value).every((member) => PLAIN_TYPES.has(typeof member));
}
