import { expectSuite } from './harness/expect-suite.ts';
import { migrationsSuite } from './migrations/migrations-suite.ts';

expectSuite(migrationsSuite);
