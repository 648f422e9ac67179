import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SKIPPED_FILES } from '../support/test-size.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that Stryker runs against its mutants: units, and for the guards requests to the API. */
export default defineConfig({
  test: {
    root: here('../..'),
    environment: 'node',
    include: [
      'test/unit/{shared,webhooks,service/security}/**/*.test.ts',
      'test/service/{access,auth,headers}.test.ts',
      'test/abuse/{port,authorisation}.test.ts',
    ],
    exclude: [...SKIPPED_FILES],
    globalSetup: here('../support/filled-stores-folder.ts'),
  },
});
