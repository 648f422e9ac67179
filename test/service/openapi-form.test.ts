import { compileErrors, validate } from '@readme/openapi-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../electron/service/openapi/openapi-document.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { perFile } from '../support/test-scope.ts';

let document: OpenApiDocument;

const service = await perFile(startStandInService);

beforeAll(async () => {
  document = (await service.read(readOpenApi)) as OpenApiDocument;
});

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

  it('refuses it without a required part', async () => {
    expect(await validationErrors(spoilt(({ info }) => without('title')(info)))).toMatch(/title/);
  });
});

describe('a linter', () => {
  it('finds no problem', async () => {
    expect(await lintProblems(document)).toEqual([]);
  });

  it('finds each planted problem by its rule', async () => {
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

/** What a validator of OpenAPI documents says against one, by the official schema; empty when it is valid. */
async function validationErrors(document: object): Promise<string> {
  // The validator resolves references in place.
  const result = await validate(structuredClone(document) as Parameters<typeof validate>[0]);
  return result.valid ? '' : compileErrors(result);
}

/** What a linter of OpenAPI documents says against one: every rule of its strictest set, none switched off. */
async function lintProblems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
