import { expectSuite } from './harness/expect-suite.ts';
import { killLoopSuite } from './kill-loop/kill-loop-suite.ts';

expectSuite(killLoopSuite);
