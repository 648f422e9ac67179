import type { TSchema } from 'typebox';
import type { RunningService } from '../../support/running-service.ts';
import { createFit } from './strict-shapes.ts';
import type { WireAnswer } from './strict-wire.ts';

/** For a request of which it is not clear what it asks for. */
export const NO_OPERATION = '*';

type Node = Readonly<Record<string, unknown>>;
type Fit = (body: unknown) => readonly string[];
/** What is wrong with an answer to an operation, by its status, headers apart. */
export type DeparturesOf = (operation: string, answer: WireAnswer) => readonly string[];

/** Reads the interface description that a service gives out, and holds answers against it. */
export async function readDescription(service: Pick<RunningService, 'send'>): Promise<DeparturesOf> {
  const { status, text } = await service.send('GET', '/openapi.json');
  if (status !== 200) throw new Error(`GET /openapi.json: ${status}`);
  const document: Node = JSON.parse(text);
  const fits = new Map<string, Fit>();

  const fitOf = (operation: string, status: number): Fit => {
    const key = `${operation} ${status}`;
    const known = fits.get(key) ?? createResponseFit(document, operation, status);
    fits.set(key, known);
    return known;
  };

  return (operation, { status, headers, text: body }) => {
    const isJson = headers.get('content-type')?.startsWith('application/json') === true;
    if (operation === NO_OPERATION && (!isJson || status < 400)) return [];
    const value = isJson ? parsed(body) : undefined;
    return fitOf(operation, status)(value);
  };
}

function createResponseFit(document: Node, operation: string, status: number): Fit {
  const schema = schemaOf(document, operation, status);
  if (schema === null) return () => [`${operation} has no status ${status} in the description`];
  if (schema === undefined) return () => [];
  return createFit(resolved(document, schema) as TSchema);
}

/** Null: the status is not described; undefined: it has no JSON body. */
function schemaOf(document: Node, operation: string, status: number): unknown {
  if (operation === NO_OPERATION) return at(document, ['components', 'schemas', 'ErrorBody']);
  const [method = '', path = ''] = operation.split(' ');
  const response = at(document, ['paths', path, method.toLowerCase(), 'responses', String(status)]);
  if (response === undefined) return null;
  return at(resolved(document, response), ['content', 'application/json', 'schema']);
}

function at(node: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isNode(inner) ? inner[name] : undefined), node);
}

/** With what its references name in their place. */
function resolved(document: Node, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item));
  if (!isNode(value)) return value;
  const { $ref } = value;
  if (typeof $ref === 'string') return resolved(document, at(document, $ref.split('/').slice(1)));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(document, inner)]));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
