import { compileErrors, validate } from '@readme/openapi-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../electron/service/openapi/openapi-document.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { startStandInService } from '../support/stand-in-service.ts';
import { openPerFile } from '../support/test-scope.ts';

let document: OpenApiDocument;

const service = await openPerFile(startStandInService);

beforeAll(async () => {
  document = (await service.read(readOpenApi)) as OpenApiDocument;
});

describe('a validator', () => {
  it('finds the description valid', async () => {
    expect(await validationErrors(document)).toBe('');
  });
});

describe('a linter', () => {
  it('finds no problem', async () => {
    expect(await lintProblems(document)).toEqual([]);
  });
});

/** The errors of a validator of OpenAPI documents, by the official schema; empty if the document is valid. */
async function validationErrors(document: object): Promise<string> {
  // The validator resolves references in place.
  const result = await validate(structuredClone(document) as Parameters<typeof validate>[0]);
  return result.valid ? '' : compileErrors(result);
}

/** Lints with the recommended rules of Redocly, all with severity error. */
async function lintProblems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
