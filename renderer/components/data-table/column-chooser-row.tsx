import { Menu } from '@mantine/core';
import {
  IconArrowNarrowDown,
  IconArrowNarrowUp,
  IconViewportNarrow,
  IconViewportWide,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './column-chooser.module.css';
import { ColumnStepButton } from './column-step-button.tsx';
import { stepThroughChooser } from './step-through-chooser.ts';
import type { TableColumn } from './table-column.ts';

interface ColumnChooserRowProps {
  readonly column: Pick<TableColumn<never>, 'header' | 'hideable'>;
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onShow: (isShown: boolean) => void;
  readonly onMove: (delta: 1 | -1) => void;
  readonly onResize: (delta: 1 | -1) => void;
}

/** A column in the chooser: shown or not, and where and how wide it stands. */
export function ColumnChooserRow(props: ColumnChooserRowProps) {
  const { t } = useTranslation();
  const { column, isShown, onMove, onResize } = props;
  const name = { column: column.header };
  return (
    <fieldset aria-label={column.header} className={styles.row} onKeyDownCapture={stepThroughChooser}>
      {column.hideable === false ? (
        <span className={styles.fixed}>{column.header}</span>
      ) : (
        <Menu.CheckboxItem className={styles.item ?? ''} checked={isShown} onChange={props.onShow}>
          {column.header}
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
        isEnded={!isShown}
        onClick={() => onResize(-1)}
      />
      <ColumnStepButton
        label={t('copying.wider', name)}
        icon={IconViewportWide}
        isEnded={!isShown}
        onClick={() => onResize(1)}
      />
    </fieldset>
  );
}
