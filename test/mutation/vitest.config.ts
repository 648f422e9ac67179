import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LEFT_TO_FULL_RUN } from '../support/test-size.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The unit tests that Stryker runs against its mutants. */
export default defineConfig({
  test: {
    root: here('../..'),
    environment: 'node',
    include: ['test/unit/{shared,webhooks,service/security,platform/embedded}/**/*.test.ts'],
    exclude: [...LEFT_TO_FULL_RUN],
    globalSetup: here('../support/filled-stores-folder.ts'),
  },
});
