import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetName } from '../../shared/contract/bridge.ts';
import { useExportsStore } from '../app/exports-store.ts';
import { runExport } from '../app/run-export.ts';
import { queryParameters } from '../lib/api-client.ts';
import { useLanguage } from '../lib/language.ts';

interface ExportButtonProps {
  readonly dataset: DatasetName;
  /** The query that the page itself sends; what is undefined, false or empty is left out. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Ids of the columns that are shown, see `useVisibleColumns`; absent: those of the dataset. */
  readonly columns?: readonly string[];
  readonly disabled?: boolean;
}

/** Writes everything that the filters select, not only what has been read. */
export function ExportButton({ dataset, filters, columns, disabled = false }: ExportButtonProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isRunning = useExportsStore(({ entries }) =>
    entries.some((entry) => entry.kind === 'running' && entry.dataset === dataset),
  );
  const run = () =>
    runExport({
      dataset,
      filters: queryParameters(filters),
      language,
      ...(columns && { columns: [...columns] }),
    });
  return (
    <Button
      size="xs"
      leftSection={<IconDownload size={15} aria-hidden />}
      disabled={disabled || isRunning}
      onClick={() => void run()}
    >
      {t('exports.action')}
    </Button>
  );
}
