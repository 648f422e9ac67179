import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../electron/service/openapi/openapi-document.ts';
import { readOpenApi } from '../../shared/contract/documentation.ts';
import { lintProblems, validationErrors } from '../support/openapi-checks.ts';
import { type SignedInService, startStandInService } from '../support/stand-in-service.ts';

let service: SignedInService;
let document: OpenApiDocument;
beforeAll(async () => {
  service = await startStandInService();
  document = (await service.read(readOpenApi)) as OpenApiDocument;
});
afterAll(() => service.stop());

/** The description with one thing spoilt. */
function spoilt(spoil: (copy: OpenApiDocument) => void): OpenApiDocument {
  const copy = structuredClone(document);
  spoil(copy);
  return copy;
}

const without = (member: string) => (found: object | undefined) => {
  if (!Reflect.deleteProperty(found ?? {}, member)) throw new Error(`there is no ${member}`);
};

describe('a validator', () => {
  it('finds the description valid', async () => {
    expect(await validationErrors(document)).toBe('');
  });

  it('refuses it once it lacks what it must have', async () => {
    expect(await validationErrors(spoilt(({ info }) => without('title')(info)))).toMatch(/title/);
  });
});

describe('a linter', () => {
  it('has nothing to say about it', async () => {
    expect(await lintProblems(document)).toEqual([]);
  });

  it.each<[what: string, rule: string, spoil: (copy: OpenApiDocument) => void]>([
    [
      'an operation without a summary',
      'operation-summary',
      ({ paths }) => without('summary')(paths['/api/shops']?.get),
    ],
    [
      'a message without a summary',
      'operation-summary',
      ({ webhooks }) => without('summary')(webhooks.batch?.post),
    ],
    ['an operation that is open to all', 'security-defined', without('security')],
    [
      'an example of a record that does not fit',
      'no-invalid-schema-examples',
      ({ components }) => Object.assign(components.schemas.Product ?? {}, { examples: [{ id: 'one' }] }),
    ],
    [
      'a record that nothing refers to',
      'no-unused-components',
      ({ components }) => Object.assign(components.schemas, { Unused: { type: 'object' } }),
    ],
  ])('finds %s', async (_, rule, spoil) => {
    expect((await lintProblems(spoilt(spoil))).join()).toContain(rule);
  });
});
