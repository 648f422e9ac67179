import { damagedLogSuite } from './damaged-log/damaged-log-suite.ts';
import { expectSuite } from './harness/expect-suite.ts';

expectSuite(damagedLogSuite);
