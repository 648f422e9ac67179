/** The forms of a file, as staff choose among them: a format, and for CSV its profile. */
export const EXPORT_FORMS = ['csv-excel', 'xlsx', 'pdf', 'csv-data', 'jsonl'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];
