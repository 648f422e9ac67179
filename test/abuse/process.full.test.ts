import { expectSuite } from './harness/expect-suite.ts';
import { processSuite } from './process/process-suite.ts';

expectSuite(processSuite);
