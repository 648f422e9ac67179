import { expectSuite } from './harness/expect-suite.ts';
import { secretsSuite } from './secrets/secrets-suite.ts';

expectSuite(secretsSuite);
