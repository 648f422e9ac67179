import { describe, expect, it } from 'vitest';
import { CONTRACT_ENDPOINTS } from '../support/contract-endpoints.ts';
import { ORACLE_ENDPOINTS, WEBHOOK_ENDPOINTS } from './support/oracle-endpoints.ts';
import { CONTENT_TYPES } from './support/strict-http.ts';

describe('the table of the oracle', () => {
  it('has exactly the endpoints and parameters of the contract', () => {
    const table = [...ORACLE_ENDPOINTS, ...WEBHOOK_ENDPOINTS].map(({ name, parameters }) => [
      name,
      Object.entries(parameters).map(([parameter, { isRequired = false }]) => [parameter, isRequired]),
    ]);
    const contract = CONTRACT_ENDPOINTS.map(({ method, path, query }) => [
      `${method} ${path}`,
      Object.entries(query?.properties ?? {}).map(([parameter, schema]) => {
        return [parameter, !('default' in schema) && new Set<string>(query?.required).has(parameter)];
      }),
    ]);
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(contract));
  });

  it('has at least forty forms of a content type', () => {
    expect(CONTENT_TYPES.length).toBeGreaterThanOrEqual(40);
  });
});
