import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotifyProblem } from '../../lib/failures.ts';
import { useFormat } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { PAGE_EXPORT_ID } from '../exports/export-forms.ts';
import styles from '../overlays/overlays.module.css';
import { type CopiedTable, copiedCell, copiedRow, copiedTable, writeTable } from './copied-table.ts';
import { type EmphasisOf, ListChanged, type RowRanges, type RowSource, rowsHere, rowsIn } from './row-source.ts';
import type { TableColumn } from './table-column.ts';

interface CopyRowsOptions<Row> {
  readonly rows: RowSource<Row>;
  /** The visible ones, in their order. */
  readonly columns: readonly TableColumn<Row>[];
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

/** More than this no clipboard takes without the window standing still; an export does. */
const MOST_ROWS = 20_000;

/** Between two parts of a long copy the window draws and answers. */
const ROWS_AT_ONCE = 500;

/** Copies rows as a table with the visible columns, and notifies the user of the result. */
export function useCopyRows<Row>({ rows: source, columns, emphasisOf }: CopyRowsOptions<Row>) {
  const format = useFormat();
  const messages = useCopyMessages();
  const notifyProblem = useNotifyProblem();
  const [isCopying, setIsCopying] = useState(false);

  async function copy(ranges: RowRanges): Promise<void> {
    if (rowsIn(ranges) > MOST_ROWS) return messages.notifyTooMany(MOST_ROWS);
    setIsCopying(true);
    try {
      const { rows, missing } = await selectedRows(source, ranges, emphasisOf);
      const headers = columns.map(({ header }) => header);
      if (rows.length > 0) await writeTable(copiedTable(headers, await copiedRows(rows)));
      messages.notifyCopied(rows.length, missing);
    } catch (error) {
      // Rows that could not be read, or a window that may not use the clipboard: nothing was copied.
      notifyProblem(error instanceof ListChanged ? messages.listChanged : messages.notCopied);
    } finally {
      setIsCopying(false);
    }
  }

  async function copiedRows(rows: readonly Row[]): Promise<readonly CopiedTable[]> {
    const copied: CopiedTable[] = [];
    for (const row of rows) {
      if (copied.length % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await aMoment();
      copied.push(copiedRow(columns.map((column) => copiedCell(column, row, format))));
    }
    return copied;
  }

  return { copy, isCopying };
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

export interface SelectedRows<Row> {
  /** In their order, without headings and sums of groups. */
  readonly rows: readonly Row[];
  /** Selected rows that are not read, and that the source cannot read by itself. */
  readonly missing: number;
}

/** The rows in the ranges; those that are not read yet are read where the source can, else they are counted. */
async function selectedRows<Row>(
  source: RowSource<Row>,
  ranges: RowRanges,
  emphasisOf: EmphasisOf<Row> | undefined,
): Promise<SelectedRows<Row>> {
  const { loadRanges } = source;
  const here = rowsHere(source, ranges);
  const selected = loadRanges && !isWhole(here, source) ? await loadRanges(ranges) : here;
  const read = selected.filter((row) => row !== undefined);
  return {
    rows: read.filter((row) => emphasisOf?.(row) === undefined),
    missing: selected.length - read.length,
  };
}

/** False too where pages that were read one after the other both have a row that moved between them. */
function isWhole<Row>(rows: readonly (Row | undefined)[], { rowId }: RowSource<Row>): boolean {
  const ids = rows.map((row) => (row === undefined ? undefined : rowId(row)));
  return !ids.includes(undefined) && new Set(ids).size === ids.length;
}

const SHOWN_FOR_MS = 4_000;

const SHOWN_WITH_OFFER_MS = 10_000;

/** The notifications about copied rows. */
function useCopyMessages() {
  const { t } = useTranslation();

  function notifyCopied(copied: number, missing: number) {
    const count = copied + missing;
    if (missing > 0) return offerExport(t('copying.partly', { count, copied }));
    notify(t('copying.copied', { count }), { autoClose: SHOWN_FOR_MS });
  }

  function offerExport(message: string) {
    notify(<ExportOffer message={message} />, { autoClose: SHOWN_WITH_OFFER_MS });
  }

  return {
    notifyCopied,
    notifyTooMany: (most: number) => offerExport(t('copying.tooMany', { most })),
    notCopied: t('copying.failed'),
    listChanged: t('copying.listChanged'),
  };
}

/** What was not copied, with the export of the page where it has one: that writes all rows. */
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
