import { describe, expect, it } from 'vitest';
import type {
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
} from '../../electron/service/openapi/openapi-document.ts';
import { startDemoService } from '../support/fixture-service.ts';
import { openPerFile } from '../support/test-scope.ts';

const service = await openPerFile(startDemoService);
const document: OpenApiDocument = JSON.parse((await service.send('GET', '/openapi.json')).text);

/** The value that a tool sends if it uses what the document shows: the example of the parameter or of its schema. */
function exampleOf({ example, schema }: Parameter): unknown {
  return example ?? (schema.examples as readonly unknown[] | undefined)?.[0];
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join() : String(value));

async function statusOf(method: string, path: string, { parameters = [] }: Operation, chosen: readonly Parameter[]) {
  const ofPath = parameters.filter((parameter) => parameter.in === 'path');
  const target = ofPath.reduce((text, one) => text.replace(`{${one.name}}`, textOf(exampleOf(one))), path);
  const query = new URLSearchParams(
    chosen.filter((one) => one.in === 'query').map((one) => [one.name, textOf(exampleOf(one))]),
  );
  const { status, text } = await service.send(method.toUpperCase(), `${target}?${query}`, { token: service.token });
  return status < 300 ? 'works' : `${target}?${query} is ${status}: ${text}`;
}

const reads = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([method]) => method === 'get' && !path.startsWith('/api/webhooks/{id}') && path !== '/docs')
    .map(([method, operation]) => ({ method, path, operation })),
);

describe.each(reads)('the examples of $method $path', ({ method, path, operation }) => {
  const { parameters = [] } = operation;
  const shown = parameters.filter((one) => one.in === 'query' && exampleOf(one) !== undefined);
  const isNeeded = ({ required, example }: Parameter) => required || example !== undefined;
  const needed = shown.filter(isNeeded);

  it('work with required parameters only', async () => {
    expect(await statusOf(method, path, operation, needed)).toBe('works');
  });

  it('work all together', async () => {
    expect(await statusOf(method, path, operation, shown)).toBe('works');
  });

  it('work as the call whose answer is shown', async () => {
    const answer = operation.responses[200] as Response;
    const [, target = ''] = /`GET ([^`]+)`/.exec(answer.description) ?? [];
    const { status, text } = await service.send('GET', target, { token: service.token });
    expect(status, text).toBe(200);
  });

  /** The description of `as_of` says that it needs `is_paid`. */
  const alongside = ({ name }: Parameter) => (name === 'as_of' ? shown.filter((one) => one.name === 'is_paid') : []);

  const others = shown.filter((one) => !isNeeded(one)).map((one) => [one.name, one] as const);
  it.each(others)('work with %s', async (_, parameter) => {
    expect(await statusOf(method, path, operation, [...needed, ...alongside(parameter), parameter])).toBe('works');
  });
});
