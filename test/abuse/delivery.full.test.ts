import { deliverySuite } from './delivery/delivery-suite.ts';
import { expectSuite } from './harness/expect-suite.ts';

expectSuite(deliverySuite);
