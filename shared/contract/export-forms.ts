/** File forms that users can choose: a format, and for CSV a profile. */
export const EXPORT_FORMS = ['csv-excel', 'xlsx', 'pdf', 'csv-data', 'jsonl'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];
