/** Targets that start with `/api/` and that some reader resolves to another part, or to a path outside. */
export function leavingTargets(): string[] {
  return [
    '/api/../health',
    '/api/%2e%2e/health',
    '/api/%2E./health',
    '/api/.%2e/health',
    '/api/..%2fhealth',
    '/api/%2e%2e%2Fhealth',
    '/api/\\..\\..\\health',
    '/api/\\..\\health',
    '/api/..\\health',
    '/api/%5c..%5chealth',
    '/api/..%5Chealth',
    '/api/products/../../health',
    '/api/products/%2e%2e/%2e%2e/health?x=1',
    '/api/products/../shops',
    '/api/./shops',
    '/api/%2e/shops',
    '/api/..',
    '/api/%2e%2e',
    '/api/..?x=1',
    '/api/..#/api/',
    '/api/.\t./health',
  ];
}
