import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconCheck,
  IconColumns3,
  IconViewportNarrow,
  IconViewportWide,
} from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferChoices } from '../../lib/address/navigation.ts';
import { showUndo } from '../overlays/undo.tsx';
import textStyles from '../text.module.css';
import styles from './column-chooser.module.css';
import { useColumnLayout, useColumnWidths, useHasRoom } from './column-state.ts';
import { movedTo, type TableColumn } from './table-column.ts';

interface ColumnChooserProps<Row> {
  readonly tableId: string;
  readonly columns: readonly TableColumn<Row>[];
}

const WIDTH_STEP_PX = 24;

/** Which columns a table shows, in which order and how wide; an export of the list takes the same ones. */
export function ColumnChooser<Row>({ tableId, columns }: ColumnChooserProps<Row>) {
  const { t } = useTranslation();
  const { layout, show, reorder, reset } = useColumnLayout(tableId, columns);
  const { widthOf, resize } = useColumnWidths(tableId);
  const hasRoom = useHasRoom(tableId);
  const [announcement, setAnnouncement] = useState('');
  // The main table of a page is the one whose columns can be chosen.
  useOfferChoices({ columns: layout.visible.join(',') });
  const { order, visible } = layout;
  const inOrder = order.flatMap((id) => columns.find((column) => column.id === id) ?? []);

  function move({ id, header }: TableColumn<Row>, delta: number) {
    const index = order.indexOf(id) + delta;
    const target = order[index];
    if (target === undefined) return;
    reorder(movedTo(order, id, target));
    setAnnouncement(t('copying.movedTo', { column: header, position: index + 1, count: order.length }));
  }

  return (
    <>
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label={t('states.columns')} title={t('states.columns')}>
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="min(640px, 80vh)" style={{ overflowY: 'auto' }}>
          <Menu.Label>{t('states.columns')}</Menu.Label>
          {inOrder.map((column, index) => (
            <ColumnChooserRow
              key={column.id}
              column={column}
              isVisible={visible.includes(column.id)}
              hasRoom={hasRoom(column)}
              isFirst={index === 0}
              isLast={index === inOrder.length - 1}
              onShow={(isVisible) => show(column.id, isVisible)}
              onMove={(delta) => move(column, delta)}
              onResize={(delta) => {
                const px = resize(column, widthOf(column) + delta * WIDTH_STEP_PX);
                setAnnouncement(t('copying.width', { column: column.header, px }));
              }}
            />
          ))}
          <Menu.Divider />
          <Menu.Item closeMenuOnClick onClick={() => showUndo({ message: t('copying.wereReset'), onUndo: reset() })}>
            {t('states.resetColumns')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </>
  );
}

interface ColumnChooserRowProps {
  readonly column: Pick<TableColumn<never>, 'header' | 'hideable'>;
  readonly isVisible: boolean;
  /** The frame of the table is wide enough for it. */
  readonly hasRoom: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onShow: (isVisible: boolean) => void;
  readonly onMove: (delta: 1 | -1) => void;
  readonly onResize: (delta: 1 | -1) => void;
}

/** A column in the chooser: its visibility, position and width. */
function ColumnChooserRow(props: ColumnChooserRowProps) {
  const { t } = useTranslation();
  const { column, isVisible, hasRoom, onMove, onResize } = props;
  const name = { column: column.header };
  return (
    <fieldset aria-label={column.header} className={styles.row} onKeyDownCapture={stepThroughChooser}>
      {column.hideable === false ? (
        <span className={styles.fixed}>
          <IconCheck size={12} stroke={2.5} aria-hidden />
          {column.header}
        </span>
      ) : (
        <Menu.CheckboxItem flex={1} w="auto" checked={isVisible} onChange={props.onShow}>
          {column.header} {isVisible && !hasRoom && <span className={textStyles.small}>{t('states.noRoom')}</span>}
        </Menu.CheckboxItem>
      )}
      <ColumnStepButton
        label={t('copying.moveUp', name)}
        icon={IconArrowNarrowUp}
        isEnded={props.isFirst}
        onClick={() => onMove(-1)}
      />
      <ColumnStepButton
        label={t('copying.moveDown', name)}
        icon={IconArrowNarrowDown}
        isEnded={props.isLast}
        onClick={() => onMove(1)}
      />
      <ColumnStepButton
        label={t('copying.narrower', name)}
        icon={IconViewportNarrow}
        isEnded={!isVisible}
        onClick={() => onResize(-1)}
      />
      <ColumnStepButton
        label={t('copying.wider', name)}
        icon={IconViewportWide}
        isEnded={!isVisible}
        onClick={() => onResize(1)}
      />
    </fieldset>
  );
}

interface ColumnStepButtonProps {
  readonly label: string;
  readonly icon: Icon;
  /** There is no further step; the button still keeps the focus. */
  readonly isEnded: boolean;
  readonly onClick: () => void;
}

/** A step of a column in the chooser, which is a menu: the arrow keys lead to it, see `stepThroughChooser`. */
function ColumnStepButton({ label, icon: StepIcon, isEnded, onClick }: ColumnStepButtonProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles.step}
      aria-label={label}
      title={label}
      aria-disabled={isEnded}
      onClick={isEnded ? undefined : onClick}
    >
      <StepIcon size={14} aria-hidden />
    </button>
  );
}

const IN_ROW: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const BETWEEN_ROWS: Readonly<Record<string, 'previousElementSibling' | 'nextElementSibling'>> = {
  ArrowUp: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
};

/**
 * Left and right go along a row of the chooser; up and down from a button to the same one of the next row. From
 * elsewhere these are those of the menu.
 */
function stepThroughChooser(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget;
  const items = itemsIn(row);
  const index = items.indexOf(event.target as HTMLElement);
  const target = targetOf(event.key, row, items, index);
  if (!target) return;
  target.focus();
  event.preventDefault();
  event.stopPropagation();
}

function targetOf(key: string, row: Element, items: readonly HTMLElement[], index: number): HTMLElement | undefined {
  const step = IN_ROW[key];
  if (step !== undefined) return items[index + step];
  const side = BETWEEN_ROWS[key];
  const isInFirst = items[index]?.hasAttribute('data-menu-item') !== false;
  if (side === undefined || isInFirst) return undefined;
  // Counted from the end, since a column that is always shown has no first item.
  return itemsIn(row[side]).at(index - items.length);
}

function itemsIn(row: Element | null): readonly HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}
