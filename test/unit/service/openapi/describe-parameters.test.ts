import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../../electron/service/openapi/openapi-document.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { CONTRACT_ENDPOINTS } from '../../../support/contract-endpoints.ts';
import { describeContract, listOperations } from '../../../support/described-contract.ts';

const operations = listOperations(describeContract());
const endpoints = CONTRACT_ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

/** The keywords of a contract schema that a client must know. */
const TOLD = ['type', 'format', 'pattern', 'minimum', 'maximum', 'maxLength', 'maxItems', 'default', 'enum'];

function receivedOf(schema: object): unknown[] {
  return Object.entries(schema).filter(([keyword]) => TOLD.includes(keyword));
}

function parameterOf(name: string, parameter: string): Parameter | undefined {
  return operations.get(name)?.parameters?.find((one) => one.name === parameter);
}

function requiredOf({ query }: Endpoint): string[] {
  const required: readonly string[] = query?.required ?? [];
  return required.filter((name) => !('default' in (query?.properties[name] ?? {})));
}

describe('the parameters of an operation', () => {
  it.each(endpoints)('of %s are those of the contract', (name, endpoint) => {
    const parameters = operations.get(name)?.parameters ?? [];
    const ofQuery = parameters.filter((parameter) => parameter.in === 'query');
    expect(ofQuery.map((parameter) => parameter.name)).toEqual(Object.keys(endpoint.query?.properties ?? {}));
    const required = ofQuery.filter((parameter) => parameter.required).map((parameter) => parameter.name);
    expect(required).toEqual(requiredOf(endpoint));
    for (const parameter of ofQuery) {
      const schema = endpoint.query?.properties[parameter.name] ?? {};
      expect(receivedOf(parameter.schema)).toEqual(expect.arrayContaining(receivedOf(schema)));
      expect(parameter.description).toMatch(/^[A-Z2].*\.$/);
    }
  });

  it.each(endpoints)('of %s include the ids of its path', (name, { path }) => {
    const ids = operations.get(name)?.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
    expect(ids.map((id) => `{${id.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    for (const id of ids) {
      expect(id).toMatchObject({ required: true, schema: { type: 'integer', minimum: 0 } });
      expect(id.description).toContain('1 to 15 plain digits');
    }
  });

  it.each(endpoints)('of %s include the headers of the contract', (name, { headers }) => {
    const described = operations.get(name)?.parameters?.filter((parameter) => parameter.in === 'header');
    expect(described?.map((header) => header.name.toLowerCase()) ?? []).toEqual(Object.keys(headers?.properties ?? {}));
  });

  it('name headers in their usual capitalization', () => {
    expect(parameterOf('POST /api/webhooks', 'Idempotency-Key')).toMatchObject({
      in: 'header',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    });
  });

  it('are comma-separated lists if the service reads them so', () => {
    const list = { style: 'form', explode: false, schema: { type: 'array' } };
    expect(parameterOf('GET /api/orders', 'status')).toMatchObject(list);
    expect(parameterOf('GET /api/product-prices', 'product_ids')).toMatchObject({ ...list, required: true });
    expect(parameterOf('GET /api/orders', 'q')).not.toHaveProperty('explode');
  });

  it('say that flags can be 1 and 0 too', () => {
    const { description, schema } = parameterOf('GET /api/orders', 'is_paid') ?? {};
    expect(schema).toMatchObject({ type: 'boolean' });
    expect(description).toContain('`1` and `0`');
  });

  it('document the maximum page size, but do not refuse a larger one', () => {
    const { description, schema } = parameterOf('GET /api/products', 'limit') ?? {};
    expect(schema).toMatchObject({ default: 100, 'x-cap': 200, maximum: 999_999_999_999_999 });
    expect(description).toContain('above 200 are lowered to 200');
  });

  it('have an example only if the call fails without the parameter', () => {
    const tried = [...operations.values()].flatMap(({ parameters = [] }) =>
      parameters.filter((parameter) => 'example' in parameter),
    );
    // Either `since` or `cursor` is required, and the first call has no cursor.
    const optional = tried.filter(({ required }) => !required).map(({ name }) => name);
    expect(optional).toEqual(['since', 'since']);
    expect(new Set(tried.map(({ name }) => name))).toEqual(
      new Set(['id', 'delivery_id', 'from', 'date', 'product_ids', 'since']),
    );
  });
});
