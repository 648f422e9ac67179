import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenRow } from '../../components/data-table/open-row.ts';
import { createRowSource } from '../../components/data-table/row-source.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { QueryAsOf } from '../../components/states/query-states.tsx';
import { AutomaticExports } from './automatic-exports.tsx';
import { PastFileDrawer } from './export-drawer.tsx';
import { HistoryHeading, HistoryTable, useExportHistory } from './export-history.tsx';
import { MonthPackage } from './month-package.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';

/** The history of exports, with the contents of each file and a comparison with the current data. */
export function ExportsPage() {
  const { t } = useTranslation();
  const history = useExportHistory();
  const rows = useMemo(() => createRowSource(history.entries, ({ id }) => id), [history.entries]);
  const opened = useOpenRow(rows, 'history');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      header={
        <PageHeader
          title={t('shell.exports')}
          aside={<QueryAsOf query={history} />}
          actions={
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              {t('exports.new.action')}
            </Button>
          }
        />
      }
      filters={
        <>
          <MonthPackage history={history} />
          <AutomaticExports />
          <HistoryHeading history={history} />
        </>
      }
      drawer={
        opened.row && (
          <PastFileDrawer key={opened.row.id} entry={opened.row} onClose={opened.close} onStep={opened.step} />
        )
      }
    >
      <HistoryTable history={history} rows={rows} openIndex={opened.index} onOpen={opened.open} />
      <NewExportDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}
