import { compileErrors, validate } from '@readme/openapi-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** What a validator of OpenAPI documents says against one, by the official schema; empty when it is valid. */
export async function validationErrors(document: object): Promise<string> {
  // The validator resolves references in place.
  const result = await validate(structuredClone(document) as Parameters<typeof validate>[0]);
  return result.valid ? '' : compileErrors(result);
}

/** What a linter of OpenAPI documents says against one: every rule of its strictest set, none switched off. */
export async function lintProblems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
