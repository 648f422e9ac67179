import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';
import {
  addRange,
  countRows,
  findPosition,
  type GetEmphasis,
  hasRow,
  type RowRanges,
  type RowSource,
  removeRow,
  toRanges,
} from './row-source.ts';
import { type SelectionFigures, SelectionSums } from './selection-sums.tsx';

interface RowSelectionOptions<Row> {
  readonly rows: RowSource<Row>;
  /** In another list nothing is selected. */
  readonly listKey: string;
  readonly getEmphasis: GetEmphasis<Row> | undefined;
}

export interface RowSelection {
  readonly ranges: RowRanges;
  /** The number of data rows in `ranges`. */
  readonly count: number;
  /** The list changed so that the selected rows cannot be found. Nothing is selected any more. */
  readonly isLost: boolean;
  readonly isSelected: (index: number) => boolean;
  /** Selects from the start of the last selection, or from `from`, to `to`. */
  readonly extend: (from: number, to: number) => void;
  readonly toggle: (index: number) => void;
  readonly selectAll: () => void;
  /** Keeps the selection. The next extension starts at a new row. */
  readonly settle: () => void;
  readonly clear: () => void;
}

interface Selected<Row> {
  readonly listKey: string;
  /** The list at the time of the selection. Positions refer to its rows. */
  readonly rows: RowSource<Row>;
  /** The selection before the current extension. */
  readonly base: RowRanges;
  readonly anchor: number | null;
  readonly head: number | null;
}

const NO_RANGES: RowRanges = [];

const NO_SELECTION = { base: NO_RANGES, anchor: null, head: null };

/** The rows selected for copying. They stay the same rows when new rows move them. */
export function useRowSelection<Row>(options: RowSelectionOptions<Row>): RowSelection {
  const { rows, listKey, getEmphasis } = options;
  const { rowCount } = rows;
  const [own, setOwn] = useState<Selected<Row>>({ listKey, rows, ...NO_SELECTION });
  const selected = own.listKey === listKey ? own : { listKey, rows, ...NO_SELECTION };
  const before = useMemo(() => getRanges(selected), [selected]);
  const found = useMemo(() => followRanges(before, selected.rows, rows), [before, selected, rows]);
  const ranges = found ?? NO_RANGES;
  const isLost = found === null;
  const count = useMemo(() => countData(ranges, rows, getEmphasis), [ranges, rows, getEmphasis]);
  const setTo = (base: RowRanges, anchor: number | null = null) => setOwn({ listKey, rows, base, anchor, head: null });

  return {
    ranges,
    count,
    isLost,
    isSelected: (index) => hasRow(ranges, index),
    extend(from, to) {
      const { base, anchor } = ranges === before ? selected : { base: ranges, anchor: null };
      setOwn({ listKey, rows, base, anchor: anchor ?? from, head: to });
    },
    toggle(index) {
      setTo(hasRow(ranges, index) ? removeRow(ranges, index) : addRange(ranges, [index, index]), index);
    },
    selectAll: () => setTo(rowCount > 0 ? [[0, rowCount - 1]] : NO_RANGES),
    settle() {
      if (selected.anchor !== null || isLost) setTo(ranges);
    },
    clear() {
      if (ranges.length > 0 || selected.anchor !== null || isLost) setTo(NO_RANGES);
    },
  };
}

function getRanges<Row>({ base, anchor, head }: Selected<Row>): RowRanges {
  if (anchor === null || head === null) return base;
  return addRange(base, [Math.min(anchor, head), Math.max(anchor, head)]);
}

function countData<Row>(
  ranges: RowRanges,
  { getRow }: RowSource<Row>,
  getEmphasis: GetEmphasis<Row> | undefined,
): number {
  if (!getEmphasis) return countRows(ranges);
  let count = 0;
  for (const [first, last] of ranges) {
    for (let index = first; index <= last; index += 1) {
      const row = getRow(index);
      if (row === undefined || getEmphasis(row) === undefined) count += 1;
    }
  }
  return count;
}

/**
 * The current positions of selected rows. `null` if one of them cannot be found: it was removed, it is no longer
 * loaded, or it never was and the list has changed.
 */
function followRanges<Row>(ranges: RowRanges, before: RowSource<Row>, now: RowSource<Row>): RowRanges | null {
  if (ranges.length === 0 || before === now) return ranges;
  const isAsLong = before.rowCount === now.rowCount;
  const positions: number[] = [];
  let hasMoved = !isAsLong;
  for (const [id, index] of before.getPositions()) {
    if (!hasRow(ranges, index)) continue;
    // A row that is not loaded keeps its position only in a list of the same length.
    const position = isAsLong ? findPosition(now, { id, index }) : (now.getPositions().get(id) ?? null);
    if (position === null) return null;
    hasMoved ||= position !== index;
    positions.push(position);
  }
  if (!hasMoved) return ranges;
  return positions.length === countRows(ranges) ? toRanges(positions) : null;
}

interface SelectionBarProps {
  readonly count: number;
  readonly figures: SelectionFigures;
  /** The selected rows can no longer be found. */
  readonly isLost: boolean;
  readonly isCopying: boolean;
  readonly onCopy: () => void;
  readonly onClear: () => void;
}

/**
 * The number of selected rows and the actions on them. Rendered empty before, so that screen readers announce a change.
 */
export function SelectionBar({ count, figures, isLost, isCopying, onCopy, onClear }: SelectionBarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.selectionBar} data-empty={(count === 0 && !isLost) || undefined}>
      <span aria-live="polite" className={styles.count}>
        {count > 0 && t('copying.selected', { count })}
        {isLost && t('copying.lost')}
      </span>
      {count > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          fz={13}
          leftSection={<IconCopy size={14} aria-hidden />}
          aria-keyshortcuts="Control+C"
          title={t('copying.copyTitle')}
          loading={isCopying}
          onClick={onCopy}
        >
          {t('states.copy')}
        </Button>
      )}
      {(count > 0 || isLost) && (
        <ActionIcon
          aria-label={t(isLost ? 'states.close' : 'copying.clear')}
          title={t('copying.clearTitle')}
          onClick={onClear}
        >
          <IconX size={15} aria-hidden />
        </ActionIcon>
      )}
      <SelectionSums figures={figures} />
    </div>
  );
}
