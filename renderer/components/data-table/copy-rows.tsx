import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotifyProblem } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { PAGE_EXPORT_ID } from '../exports/export-forms.ts';
import styles from '../overlays/overlays.module.css';
import { type CopiedTable, formatCell, formatRow, formatTable, writeTable } from './copied-table.ts';
import {
  countRows,
  type GetEmphasis,
  getLoadedRows,
  ListChanged,
  type RowRanges,
  type RowSource,
} from './row-source.ts';
import type { TableColumn } from './table-column.ts';

interface CopyRowsOptions<Row> {
  readonly rows: RowSource<Row>;
  /** The visible columns, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly getEmphasis: GetEmphasis<Row> | undefined;
}

/** Copying more rows would freeze the window. The user can export them. */
const MAX_ROWS = 20_000;

/** The window redraws and responds after each chunk of a long copy. */
const CHUNK_ROWS = 500;

/** Copies rows as a table with the visible columns and notifies the user of the result. */
export function useCopyRows<Row>({ rows: source, columns, getEmphasis }: CopyRowsOptions<Row>) {
  const format = useFormat();
  const messages = useCopyMessages();
  const notifyProblem = useNotifyProblem();
  const [isCopying, setIsCopying] = useState(false);

  async function copy(ranges: RowRanges): Promise<void> {
    if (countRows(ranges) > MAX_ROWS) return messages.notifyTooMany(MAX_ROWS);
    setIsCopying(true);
    try {
      const { rows, missing } = await loadSelectedRows(source, ranges, getEmphasis);
      const headers = columns.map(({ header }) => header);
      if (rows.length > 0) await writeTable(formatTable(headers, await formatRows(rows)));
      messages.notifyCopied(rows.length, missing);
    } catch (error) {
      // Nothing was copied: rows could not be read, or the window may not use the clipboard.
      notifyProblem(error instanceof ListChanged ? messages.listChanged : messages.notCopied);
    } finally {
      setIsCopying(false);
    }
  }

  async function formatRows(rows: readonly Row[]): Promise<readonly CopiedTable[]> {
    const copied: CopiedTable[] = [];
    for (const row of rows) {
      if (copied.length % CHUNK_ROWS === CHUNK_ROWS - 1) await yieldToWindow();
      copied.push(formatRow(columns.map((column) => formatCell(column, row, format))));
    }
    return copied;
  }

  return { copy, isCopying };
}

function yieldToWindow(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

export interface SelectedRows<Row> {
  /** In their order, without the headings and sums of groups. */
  readonly rows: readonly Row[];
  /** The number of selected rows that are not loaded and that the source cannot load. */
  readonly missing: number;
}

/** The rows in the ranges. Rows that are not loaded are read if the source can do that; otherwise they are counted. */
async function loadSelectedRows<Row>(
  source: RowSource<Row>,
  ranges: RowRanges,
  getEmphasis: GetEmphasis<Row> | undefined,
): Promise<SelectedRows<Row>> {
  const { loadRanges } = source;
  const here = getLoadedRows(source, ranges);
  const selected = loadRanges && !isComplete(here, source) ? await loadRanges(ranges) : here;
  const read = selected.filter((row) => row !== undefined);
  return {
    rows: read.filter((row) => getEmphasis?.(row) === undefined),
    missing: selected.length - read.length,
  };
}

/** Also `false` if a row moved between two readings, so that both pages have it. */
function isComplete<Row>(rows: readonly (Row | undefined)[], { getRowId }: RowSource<Row>): boolean {
  const ids = rows.map((row) => (row === undefined ? undefined : getRowId(row)));
  return !ids.includes(undefined) && new Set(ids).size === ids.length;
}

const SHOWN_MS = 4_000;

const SHOWN_WITH_OFFER_MS = 10_000;

/** The notifications about copied rows. */
function useCopyMessages() {
  const { t } = useTranslation();

  function notifyCopied(copied: number, missing: number) {
    const count = copied + missing;
    if (missing > 0) return offerExport(t('copying.partly', { count, copied }));
    notify(t('copying.copied', { count }), { autoClose: SHOWN_MS });
  }

  function offerExport(message: string) {
    notify(<ExportOffer message={message} />, { autoClose: SHOWN_WITH_OFFER_MS });
  }

  return {
    notifyCopied,
    notifyTooMany: (max: number) => offerExport(t('copying.tooMany', { most: max })),
    notCopied: t('copying.failed'),
    listChanged: t('copying.listChanged'),
  };
}

/** Says what was not copied and offers the export of the page, if there is one: it contains all rows. */
function ExportOffer({ message }: { readonly message: string }) {
  const { t } = useTranslation();
  const exportButton = document.getElementById(PAGE_EXPORT_ID);
  return (
    <span className={styles.line}>
      <span className={styles.message}>{message}</span>
      {exportButton && (
        <Button variant="subtle" size="compact-sm" fz={13} onClick={() => exportButton.click()}>
          {t('exports.action')}
        </Button>
      )}
    </span>
  );
}
