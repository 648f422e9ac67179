import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { AsOf } from '../../components/states/as-of.tsx';
import { ExportDrawer } from './export-drawer.tsx';
import { HistoryNote } from './history-note.tsx';
import { HistoryTable } from './history-table.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';
import { useExportHistory } from './use-export-history.ts';
import { useOpenExport } from './use-open-export.ts';

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
