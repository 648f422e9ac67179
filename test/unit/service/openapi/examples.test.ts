import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { MediaType, OpenApiDocument } from '../../../../electron/service/openapi/openapi-document.ts';
import { createTooManyRequestsError } from '../../../../electron/service/server/api-error.ts';
import { toApiError } from '../../../../electron/service/server/error-handler.ts';
import { createRateRefusal } from '../../../../electron/webhooks/webhook-record.ts';
import { isCalendarDate } from '../../../../shared/calendar.ts';
import { financialReportExample } from '../../../../shared/contract/financial-report-example.ts';
import { checkReport } from '../../../../shared/report-checks.ts';
import { describeContract, listOperations, resolveResponse } from '../../../support/described-contract.ts';

const document = closed(describeContract());
const operations = [...listOperations(document)];

const ajv = new Ajv2020({ strict: true, strictTypes: false, keywords: ['components', 'x-cap'] });
ajv.addFormat('date', isCalendarDate);
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/);
ajv.addFormat('int64', { type: 'number', validate: Number.isSafeInteger });
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Lists where an example does not match its schema. References lead to the components of the document. */
function departures(schema: object, example: unknown): unknown {
  const check = ajv.compile({ ...schema, components: document.components });
  return check(example) ? [] : check.errors;
}

/** A field that is not in the schema does not match either. */
function closed(description: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(description), (_, value) =>
    value?.type === 'object' && value.properties ? { ...value, additionalProperties: false } : value,
  );
}

function examplesOf({ example, examples = {} }: MediaType): unknown[] {
  const exampleValues = Object.values(examples).map(({ value }) => value);
  return example === undefined ? exampleValues : [example, ...exampleValues];
}

describe('the examples of the OpenAPI document', () => {
  it.each(operations)('fit their schemas in %s', (_, operation) => {
    const answers = Object.values(operation.responses).map((response) => resolveResponse(document, response));
    const contents = [operation.requestBody, ...answers].flatMap((part) => Object.values(part?.content ?? {}));
    for (const content of contents) {
      expect(examplesOf(content).length).toBeGreaterThan(0);
      for (const example of examplesOf(content)) expect(departures(content.schema, example)).toEqual([]);
    }
  });

  it.each(operations)('exist for every parameter of %s, and fit', (_, { parameters = [] }) => {
    for (const { name, required, schema, example } of parameters) {
      const examples = [...((schema.examples as unknown[]) ?? []), ...(required ? [example] : [])];
      // A cursor works only in the service that issued it.
      if (name !== 'cursor') expect(examples.length, name).toBeGreaterThan(0);
      for (const one of examples) expect(departures(schema, one), name).toEqual([]);
    }
  });

  it.each(Object.entries(document.webhooks))('fit the message %s and its headers', (_, { post }) => {
    for (const content of Object.values(post.requestBody?.content ?? {})) {
      expect(departures(content.schema, content.example)).toEqual([]);
    }
    for (const { name, schema } of post.parameters ?? []) {
      const examples = (schema.examples as unknown[]) ?? [];
      expect(examples.length, name).toBeGreaterThan(0);
      for (const one of examples) expect(departures(schema, one), name).toEqual([]);
    }
  });

  it.each(Object.entries(document.components.schemas))('fit the record %s', (name, schema) => {
    for (const example of (schema.examples as unknown[]) ?? []) {
      expect(departures(schema, example), name).toEqual([]);
    }
  });

  it('are reported if they do not fit', () => {
    const product = { $ref: '#/components/schemas/Product' };
    const [example] = (document.components.schemas.Product?.examples as object[]) ?? [];
    expect(departures(product, example)).toEqual([]);
    expect(departures(product, { ...example, id: 'one' })).not.toEqual([]);
    expect(departures(product, { ...example, colour: 'green' })).not.toEqual([]);
  });

  it('show a report whose figures agree', () => {
    const checks = checkReport(financialReportExample);
    expect(financialReportExample.checks).toEqual(checks);
    expect(checks.filter(({ holds }) => !holds)).toEqual([]);
    const { revenue, direct_paid, not_paid_now } = financialReportExample;
    const rates = [direct_paid, not_paid_now, not_paid_now.settled_since].flatMap((part) => part.rates);
    for (const { base, tax, total_wt } of rates) expect(base + tax).toBeCloseTo(total_wt, 6);
    expect(revenue.margin.value).toBeCloseTo(revenue.total_turnover - revenue.total_cost_of_goods_sold, 6);
    expect(revenue.margin.percentage).toBeCloseTo((100 * revenue.margin.value) / revenue.total_turnover, 2);
  });

  it.each([
    ['webhook-ping', 6],
    ['webhook-replay', 30],
  ] as const)('show the 429 of %s', (name, perMinute) => {
    const { message, headers } = toApiError(createRateRefusal({ name, perMinute }, 1_000, 1_000));
    expect(headers).toEqual({
      'retry-after': '60',
      'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
      ratelimit: `"${name}";r=0;t=60`,
    });
    expect(JSON.stringify(document.components.responses.TooManyRequests)).toContain(message);
    expect(document.components.headers['RateLimit-Policy']?.description).toContain(`\`${name}\``);
  });

  it('show the 429 that the service sends', () => {
    const { message, headers } = createTooManyRequestsError({
      reason: 'Too many failed sign-ins in a row.',
      limit: 'sign-in',
      policy: 'q=1;w=2',
      waitS: 2,
    });
    const { headers: described, responses } = document.components;
    const answered = Object.entries(headers);
    expect(answered.length).toBe(3);
    for (const [name, value] of answered) {
      const [, header] = Object.entries(described).find(([known]) => known.toLowerCase() === name) ?? [];
      expect(String(header?.example), name).toBe(value);
    }
    expect(JSON.stringify(responses.TooManyRequests)).toContain(JSON.stringify(message));
  });
});
