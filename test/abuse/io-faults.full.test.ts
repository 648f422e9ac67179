import { expectSuite } from './harness/expect-suite.ts';
import { ioFaultsSuite } from './io-faults/io-faults-suite.ts';

expectSuite(ioFaultsSuite);
