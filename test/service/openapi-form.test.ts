import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../electron/service/openapi/openapi-document.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
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

  it('finds what is spoilt, each by its rule', async () => {
    const copy = spoilt((spoiled) => {
      const { paths, webhooks, components } = spoiled;
      without('summary')(paths['/api/shops']?.get);
      without('summary')(webhooks.batch?.post);
      without('security')(spoiled);
      Object.assign(components.schemas.Product ?? {}, { examples: [{ id: 'one' }] });
      Object.assign(components.schemas, { Unused: { type: 'object' } });
    });
    const problems = (await lintProblems(copy)).join('\n');
    for (const problem of [
      /^operation-summary: .*paths\/~1api~1shops\/get/m,
      /^operation-summary: .*webhooks\/batch\/post/m,
      /^security-defined: /m,
      /^no-invalid-schema-examples: .*schemas\/Product\/examples/m,
      /^no-unused-components: .*schemas\/Unused/m,
    ]) {
      expect(problems).toMatch(problem);
    }
  });
});
