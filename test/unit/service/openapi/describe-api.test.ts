import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../electron/service/openapi/openapi-document.ts';
import { TAGS } from '../../../../shared/contract/endpoint.ts';
import { CONTRACT_ENDPOINTS } from '../../../support/contract-endpoints.ts';
import { ADDRESS, describeContract, operationsOf } from '../../../support/described-contract.ts';

const document = describeContract();
const operations = operationsOf(document);

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 of API version 1.0.0', () => {
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version: '1.0.0' } });
  });

  it('contains the address at which it was requested', () => {
    expect(document.servers.map(({ url }) => url)).toEqual([ADDRESS]);
  });

  it('has the tags in order, each with operations and a description', () => {
    expect(document.tags.map(({ name }) => name)).toEqual(TAGS);
    expect(new Set([...operations.values()].flatMap(({ tags }) => tags))).toEqual(new Set(TAGS));
    for (const { description } of document.tags) expect(description).toMatch(/\.$/);
  });

  it.each([...operations])('says for %s which part of the specification it implements', (_, operation) => {
    expect(operation.description).toMatch(/\n\nImplements: specification, \S[^\n]+\.$/);
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  const isOpen = (security: Operation['security']) =>
    security !== undefined && (security.length === 0 || security.some((way) => Object.keys(way).length === 0));

  it('requires a token except for public endpoints', () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    const open = [...operations].filter(([, { security }]) => isOpen(security)).map(([name]) => name);
    const isPublic = CONTRACT_ENDPOINTS.filter(({ access }) => access === 'public');
    expect(open.sort()).toEqual(isPublic.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(CONTRACT_ENDPOINTS)(
    'has one successful response for $method $path, with the status of the contract',
    (endpoint) => {
      const { responses } = operations.get(`${endpoint.method} ${endpoint.path}`) ?? {};
      const success = Object.entries(responses ?? {}).filter(([status]) => status.startsWith('2'));
      expect(success.map(([status]) => status)).toEqual([String(endpoint.status ?? 200)]);
      expect(success.map(([, answer]) => 'content' in answer)).toEqual([endpoint.status !== 204]);
    },
  );

  it('documents the 403 of every endpoint that requires a role', () => {
    const told = [...operations].filter(([, { description }]) => description.includes('others get 403'));
    const managed = CONTRACT_ENDPOINTS.filter(({ access }) => access === 'manager');
    expect(managed.length).toBeGreaterThan(0);
    expect(told.map(([name]) => name).sort()).toEqual(managed.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('has every schema once, under its name', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(
      expect.arrayContaining(['Product', 'ProductPrice', 'Order', 'FinancialReport', 'ErrorBody', 'DayClosing']),
    );
    expect(document.paths['/api/reports/day-closing']?.get?.responses['200']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/DayClosing' } } },
    });
    expect(document.components.schemas.DayClosing).toMatchObject({
      properties: { report: { $ref: '#/components/schemas/FinancialReport' } },
    });
  });

  it('does not reveal how the service reads a text', () => {
    expect(JSON.stringify(document)).not.toContain('x-text');
  });
});
