import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PastExport } from '../../../shared/contract/exports.ts';
import { Page } from '../../components/page/page.tsx';
import { PageHeader } from '../../components/page/page-header.tsx';
import { AsOf } from '../../components/states/freshness.tsx';
import { ExportDrawer } from './export-drawer.tsx';
import { HistoryNote, HistoryTable, useExportHistory } from './export-history.tsx';
import { NewExportDialog } from './new-export-dialog.tsx';

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
          title={t('shell.exports')}
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
          <ExportDrawer key={opened.entry.id} entry={opened.entry} onClose={opened.close} onStep={opened.step} />
        )
      }
    >
      <HistoryTable history={history} openIndex={opened.index} onOpen={opened.open} />
      <NewExportDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}

interface OpenExport {
  /** Undefined while none is open. */
  readonly entry: PastExport | undefined;
  readonly index: number | null;
  readonly open: (index: number) => void;
  readonly close: () => void;
  readonly step: (delta: 1 | -1) => void;
}

/** The export whose drawer is open: it stays the same one when another is put before it. */
function useOpenExport(entries: readonly PastExport[]): OpenExport {
  const [openId, setOpenId] = useState<PastExport['id'] | null>(null);
  const place = entries.findIndex(({ id }) => id === openId);
  const index = place < 0 ? null : place;
  const open = (next: number) => {
    const entry = entries[next];
    if (entry) setOpenId(entry.id);
  };
  return {
    entry: entries[place],
    index,
    open,
    close: () => setOpenId(null),
    step: (delta) => {
      if (index !== null) open(index + delta);
    },
  };
}
