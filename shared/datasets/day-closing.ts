import { column } from './column.ts';
import { declareDataset } from './dataset-declaration.ts';
import { reportColumns } from './report-columns.ts';

/** The counts of one day, and its financial report. */
export const dayClosing = declareDataset({
  name: 'day-closing',
  title: { nl: 'Dagafsluiting', en: 'Day closing' },
  fileName: { nl: 'dagafsluiting', en: 'day-closing' },
  sectionColumn: 'section',
  labelColumns: ['section', 'item', 'detail'],
  columns: [...reportColumns, column('count', 'integer', 'Aantal', 'Count')],
});
