import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './data-table.module.css';
import {
  type EmphasisOf,
  hasRow,
  positionNow,
  type RowRanges,
  type RowSource,
  rangesAt,
  rowsIn,
  withoutRow,
  withRange,
} from './row-source.ts';
import { type SelectionFigures, SelectionSums } from './selection-sums.tsx';

interface RowSelectionOptions<Row> {
  readonly rows: RowSource<Row>;
  /** Another list has nothing selected. */
  readonly listKey: string;
  readonly emphasisOf: EmphasisOf<Row> | undefined;
}

export interface RowSelection {
  readonly ranges: RowRanges;
  /** Rows of data in `ranges`. */
  readonly count: number;
  /** The list changed under the rows that were selected so that they cannot be found: none are any more. */
  readonly isLost: boolean;
  readonly isSelected: (index: number) => boolean;
  /** Selects from where the last selection began, or from `from`, up to `to`. */
  readonly extend: (from: number, to: number) => void;
  readonly toggle: (index: number) => void;
  readonly selectAll: () => void;
  /** Keeps the selection; the next extension begins at a new row. */
  readonly settle: () => void;
  readonly clear: () => void;
}

interface Selected<Row> {
  readonly listKey: string;
  /** The list as it was then: positions are those of its rows. */
  readonly rows: RowSource<Row>;
  /** Selected before the extension under way. */
  readonly base: RowRanges;
  readonly anchor: number | null;
  readonly connectivity: number | null;
}

const NOTHING: RowRanges = [];

const NONE = { base: NOTHING, anchor: null, connectivity: null };

/** Rows that are selected to be copied. They stay the same ones where rows that come in move them. */
export function useRowSelection<Row>(options: RowSelectionOptions<Row>): RowSelection {
  const { rows, listKey, emphasisOf } = options;
  const { rowCount } = rows;
  const [own, setOwn] = useState<Selected<Row>>({ listKey, rows, ...NONE });
  const selected = own.listKey === listKey ? own : { listKey, rows, ...NONE };
  const before = useMemo(() => rangesOf(selected), [selected]);
  const found = useMemo(() => followRanges(before, selected.rows, rows), [before, selected, rows]);
  const ranges = found ?? NOTHING;
  const isLost = found === null;
  const count = useMemo(() => countData(ranges, rows, emphasisOf), [ranges, rows, emphasisOf]);
  const setTo = (base: RowRanges, anchor: number | null = null) =>
    setOwn({ listKey, rows, base, anchor, connectivity: null });

  return {
    ranges,
    count,
    isLost,
    isSelected: (index) => hasRow(ranges, index),
    extend(from, to) {
      const { base, anchor } = ranges === before ? selected : { base: ranges, anchor: null };
      setOwn({ listKey, rows, base, anchor: anchor ?? from, connectivity: to });
    },
    toggle(index) {
      setTo(hasRow(ranges, index) ? withoutRow(ranges, index) : withRange(ranges, [index, index]), index);
    },
    selectAll: () => setTo(rowCount > 0 ? [[0, rowCount - 1]] : NOTHING),
    settle() {
      if (selected.anchor !== null || isLost) setTo(ranges);
    },
    clear() {
      if (ranges.length > 0 || selected.anchor !== null || isLost) setTo(NOTHING);
    },
  };
}

function rangesOf<Row>({ base, anchor, connectivity }: Selected<Row>): RowRanges {
  if (anchor === null || connectivity === null) return base;
  return withRange(base, [Math.min(anchor, connectivity), Math.max(anchor, connectivity)]);
}

function countData<Row>(ranges: RowRanges, { rowAt }: RowSource<Row>, emphasisOf: EmphasisOf<Row> | undefined): number {
  if (!emphasisOf) return rowsIn(ranges);
  let count = 0;
  for (const [first, last] of ranges) {
    for (let index = first; index <= last; index += 1) {
      const row = rowAt(index);
      if (row === undefined || emphasisOf(row) === undefined) count += 1;
    }
  }
  return count;
}

/**
 * Current positions of rows that were selected in a list. Null where one of them cannot be found: it was removed, it is
 * no longer read, or it never was and the list has changed.
 */
function followRanges<Row>(ranges: RowRanges, before: RowSource<Row>, now: RowSource<Row>): RowRanges | null {
  if (ranges.length === 0 || before === now) return ranges;
  const isAsLong = before.rowCount === now.rowCount;
  const positions: number[] = [];
  let hasMoved = !isAsLong;
  for (const [id, index] of before.positions()) {
    if (!hasRow(ranges, index)) continue;
    // A row that is not loaded has the same position only in a list of the same length.
    const position = isAsLong ? positionNow(now, { id, index }) : (now.positions().get(id) ?? null);
    if (position === null) return null;
    hasMoved ||= position !== index;
    positions.push(position);
  }
  if (!hasMoved) return ranges;
  return positions.length === rowsIn(ranges) ? rangesAt(positions) : null;
}

interface SelectionBarProps {
  readonly count: number;
  readonly figures: SelectionFigures;
  /** The rows that were selected cannot be found any more. */
  readonly isLost: boolean;
  readonly isCopying: boolean;
  readonly onCopy: () => void;
  readonly onClear: () => void;
}

/** The number of selected rows with the actions on them. It is empty before, so that screen readers announce a change. */
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
