import type { TObject, TSchema } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Answers a GET of the API. A refusal of the API is thrown as `ToolRefusal`. */
export type ReadApi = (endpoint: Endpoint, query: string, id: number | undefined) => Promise<unknown>;

/** The same with the arguments of a tool. Lists become comma lists, as the contract expects. */
export type Read = (endpoint: Endpoint, query: Arguments, id?: unknown) => Promise<Arguments>;

/** A tool of the protocol. Names, schemas and texts come from the contract where an endpoint has them. */
export interface Tool {
  readonly name: string;
  /** The endpoint that this tool replaces in texts; absent if the tool returns something else. */
  readonly endpoint?: Endpoint;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly output: TSchema;
  run(given: Arguments, read: Read): Promise<Arguments>;
}

/** A refusal of the API, or of the tool itself in the same form. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  readonly error: Pick<ErrorBody, 'error' | 'message' | 'status'>;

  constructor(error: Pick<ErrorBody, 'error' | 'message' | 'status'>) {
    super(error.message);
    this.error = error;
  }
}

export function createBadRequest(message: string): ToolRefusal {
  return new ToolRefusal({ error: 'Bad Request', message, status: 400 });
}

export function requireArgument(name: string, value: unknown): unknown {
  if (value === undefined) throw createBadRequest(`${name} is required.`);
  return value;
}

/** Writes an argument as a query parameter: text or a comma list. */
export function toParameter(name: string, value: unknown): string {
  const members = Array.isArray(value) ? value : [value];
  const isPlain = members.every((member) => ['string', 'number', 'boolean'].includes(typeof member));
  if (!isPlain) throw createBadRequest(`${name} must be text, a number, true or false, or a list of these.`);
  return members.join();
}

/** Checks a number that the tool itself uses, as the API checks a parameter. */
export function readCount(name: string, value: unknown, min: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= MAX_ID) return value;
  throw createBadRequest(`${name} must be a whole number from ${min} up, of 1 to 15 digits.`);
}
