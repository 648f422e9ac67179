import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AsOf } from '../../components/as-of.tsx';
import { Page } from '../../components/page.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ExportDrawer } from './details/export-drawer.tsx';
import { HistoryNote } from './history/history-note.tsx';
import { HistoryTable } from './history/history-table.tsx';
import { useExportHistory } from './history/use-export-history.ts';
import { useOpenExport } from './history/use-open-export.ts';
import { NewExportDialog } from './new-export/new-export-dialog.tsx';

/** What was exported, what was in it, and whether that still holds. */
export function ExportsPage() {
  const { t } = useTranslation();
  const history = useExportHistory();
  const opened = useOpenExport(history.entries);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      header={
        <PageHeader
          title={t('exports.title')}
          aside={
            <AsOf
              updatedAt={history.updatedAt}
              isRefreshing={history.isRefreshing}
              isStale={history.isStale}
              onRefresh={history.refresh}
            />
          }
          actions={
            <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsAdding(true)}>
              {t('exports.new.action')}
            </Button>
          }
        />
      }
      filters={<HistoryNote history={history} />}
      drawer={
        opened.entry && (
          <ExportDrawer
            key={opened.entry.id}
            entry={opened.entry}
            onClose={opened.close}
            onStep={opened.step}
          />
        )
      }
    >
      <HistoryTable history={history} openIndex={opened.index} onOpen={opened.open} />
      <NewExportDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}
