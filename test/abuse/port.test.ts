import { expectSuite } from './harness/expect-suite.ts';
import { portSuite } from './port/port-suite.ts';

expectSuite(portSuite);
