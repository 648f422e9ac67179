import { expectSuite } from './harness/expect-suite.ts';
import { upstreamSuite } from './upstream/upstream-suite.ts';

expectSuite(upstreamSuite);
