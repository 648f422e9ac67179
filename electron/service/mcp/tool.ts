import type { TObject, TSchema } from 'typebox';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { ErrorBody } from '../../../shared/contract/errors.ts';
import { MAX_ID } from '../../../shared/contract/query.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** Answers a GET of the API. A refusal of the API is thrown as `ToolRefusal`. */
export type ReadApi = (endpoint: Endpoint, query: string, id: number | undefined) => Promise<unknown>;

/** The same with arguments of a tool; lists become comma lists, as the contract reads them. */
export type Read = (endpoint: Endpoint, query: Arguments, id?: unknown) => Promise<Arguments>;

/** A tool of the protocol. Names, schemas and texts come from the contract where an endpoint has them. */
export interface Tool {
  readonly name: string;
  /** The endpoint whose place it takes in texts; absent where it answers something else. */
  readonly endpoint?: Endpoint;
  readonly title: string;
  readonly description: string;
  readonly input: TObject;
  readonly output: TSchema;
  run(given: Arguments, read: Read): Promise<Arguments>;
}

/** What the API refuses, or the tool itself in the same form. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
  readonly error: Pick<ErrorBody, 'error' | 'message' | 'status'>;

  constructor(error: Pick<ErrorBody, 'error' | 'message' | 'status'>) {
    super(error.message);
    this.error = error;
  }
}

export function badRequest(message: string): ToolRefusal {
  return new ToolRefusal({ error: 'Bad Request', message, status: 400 });
}

/** An argument that has to be there. */
export function needed(name: string, value: unknown): unknown {
  if (value === undefined) throw badRequest(`${name} is required.`);
  return value;
}

/** An argument as a parameter has it: text, or a comma list. */
export function parameterOf(name: string, value: unknown): string {
  const members = Array.isArray(value) ? value : [value];
  const isPlain = members.every((member) => ['string', 'number', 'boolean'].includes(typeof member));
  if (!isPlain) throw badRequest(`${name} must be text, a number, true or false, or a list of these.`);
  return members.join();
}

/** A number that the tool itself reads, checked as a parameter of the API is. */
export function readCount(name: string, value: unknown, least: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= MAX_ID) return value;
  throw badRequest(`${name} must be a whole number from ${least} up, of 1 to 15 digits.`);
}
