import { exportTablesSuite } from './export-tables/export-tables-suite.ts';
import { expectSuite } from './harness/expect-suite.ts';

expectSuite(exportTablesSuite);
