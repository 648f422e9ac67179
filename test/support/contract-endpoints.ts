import type { Endpoint } from '../../shared/contract/endpoint.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../shared/contract/*.ts', { eager: true });

/** Every endpoint that a file of the contract declares, so that a new one is tested unasked. */
export const CONTRACT_ENDPOINTS: readonly Endpoint[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
