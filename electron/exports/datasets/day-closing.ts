import { readDayClosing } from '../../../shared/contract/day-closing.ts';
import type { ColumnsOf } from '../../../shared/datasets/dataset-declaration.ts';
import { dayClosing } from '../../../shared/datasets/day-closing.ts';
import type { Dataset } from '../dataset.ts';
import { closingRows } from './day-closing-rows.ts';
import { describeSelection, locationPlace } from './describe-selection.ts';
import { locationNamedBy } from './filter-checks.ts';
import { decodeFilters } from './filter-decoder.ts';

export type ClosingColumn = ColumnsOf<typeof dayClosing>;

export const dayClosingSource: Dataset<ClosingColumn> = {
  declaration: dayClosing,
  filters: readDayClosing.query,
  async select(source, texts) {
    const { date, location_id } = decodeFilters(readDayClosing.query, texts);
    const location = await locationNamedBy(source, location_id);
    const query = { date, ...(location && { location_id: location.id }) };
    const place = locationPlace(source, location);
    return {
      ...describeSelection(source, dayClosing, { day: date, place }),
      count: async () => null,
      async *read() {
        const closing = await source.platform.readReport(source.caller, 'dayClosing', query);
        const rows = closingRows(closing, place.text, source.language);
        yield { rows, total: rows.length, asOf: closing.report.generated_at };
      },
    };
  },
};
