import { declareDataset } from './dataset-declaration.ts';
import { reportColumns } from './report-columns.ts';

/** Every figure of the financial report, one in a row, and both sides of every check. */
export const financialReport = declareDataset({
  name: 'financial-report',
  title: { nl: 'Financieel rapport', en: 'Financial report' },
  fileName: { nl: 'financieel-rapport', en: 'financial-report' },
  sectionColumn: 'section',
  labelColumns: ['section', 'item', 'detail'],
  columns: reportColumns,
});
