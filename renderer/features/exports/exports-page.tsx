import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { ListAsOf } from '../../components/states/query-states.tsx';
import { ExportDrawer } from './export-drawer.tsx';
import { HistoryNote, HistoryTable, useExportHistory } from './export-history.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';

/** The history of exports, with the contents of each file and a comparison with the present data. */
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
          aside={<ListAsOf list={history} />}
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
          <ExportDrawer key={opened.entry.id} entry={opened.entry} onClose={opened.close} onStep={opened.step} />
        )
      }
    >
      <HistoryTable history={history} openIndex={opened.index} onOpen={opened.open} />
      <NewExportDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}

/** The export whose drawer is open: it stays open when newer ones come before it. */
function useOpenExport(entries: readonly PastExport[]) {
  const [openId, setOpenId] = useState<PastExport['id'] | null>(null);
  const found = entries.findIndex(({ id }) => id === openId);
  const index = found < 0 ? null : found;
  const open = (next: number) => {
    const entry = entries[next];
    if (entry) setOpenId(entry.id);
  };
  return {
    /** Undefined while none is open. */
    entry: entries[found],
    index,
    open,
    close: () => setOpenId(null),
    step: (delta: 1 | -1) => {
      if (index !== null) open(index + delta);
    },
  };
}
