import { Box } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useComparison } from '../comparison/report-comparison.ts';
import { GroupsGrid, type GroupsGridProps } from './groups-grid.tsx';
import styles from './groups-table.module.css';
import { paperParts } from './paper-parts.ts';

const GROUP_WIDTH_PX = 240;
/** The least that a figure of seven digits takes. */
const FIGURE_WIDTH_PX = 100;
const COMPARED_COLUMNS = 3;

type GroupsTableProps = Pick<GroupsGridProps, 'report' | 'before' | 'side'>;

/** Scrolls sideways by itself with the groups kept in view; on paper, what is too wide comes in parts. */
export function GroupsTable(props: GroupsTableProps) {
  const { t } = useTranslation();
  const isCompared = useComparison() !== null;
  const { shops } = props.report.turnover_by_group;
  const parts = paperParts(shops, isCompared);
  const figures = shops.length + 1 + (isCompared ? COMPARED_COLUMNS : 0);
  const widths = { '--least-width': `${GROUP_WIDTH_PX + figures * FIGURE_WIDTH_PX}px` } as CSSProperties;
  return (
    <>
      <Box
        className={styles.scroller}
        data-in-parts={parts.length > 1 || undefined}
        style={widths}
        role="group"
        tabIndex={0}
        aria-label={t('report.groups.title')}
      >
        <GroupsGrid {...props} shops={shops} hasTotals />
      </Box>
      {parts.length > 1 &&
        parts.map((part) => (
          <div key={part.key} className={styles.part}>
            <GroupsGrid {...props} shops={part.shops} hasTotals={part.hasTotals} />
          </div>
        ))}
    </>
  );
}
