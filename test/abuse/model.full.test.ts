import { expectSuite } from './harness/expect-suite.ts';
import { modelSuite } from './model/model-suite.ts';

expectSuite(modelSuite);
