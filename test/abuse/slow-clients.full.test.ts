import { expectSuite } from './harness/expect-suite.ts';
import { slowClientsSuite } from './slow-clients/slow-clients-suite.ts';

expectSuite(slowClientsSuite);
