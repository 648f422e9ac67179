/** Which of the test files run on PostgreSQL as well, but for those that `sqlite-only.ts` names. */
export const RUN_ON_POSTGRES: readonly string[] = [
  'test/postgres/**/*.test.ts',
  'test/store/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/service/**/*.test.ts',
  'test/unit/webhooks/**/*.test.ts',
  'test/unit/platform/{answer-cache,embedded/**/*}.test.ts',
  'test/unit/exports/datasets/**/*.test.ts',
  'test/unit/exports/{exporter-on-embedded,recorded-exports}.test.ts',
  'test/unit/service/security/{api-keys,access-tokens,peer-throttle,sealed-keys,sign-in-throttle,token-guard}.test.ts',
];

/** Those that `npm test` runs there: what every platform must do, and that both databases hold and answer the same. */
export const ON_POSTGRES_IN_QUICK_RUN: readonly string[] = [
  'test/conformance/embedded.test.ts',
  'test/postgres/every-file.test.ts',
  'test/postgres/same-answers.test.ts',
  'test/postgres/same-tables.test.ts',
];
