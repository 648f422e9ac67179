import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FinishedExport } from '../../../shared/contract/exports.ts';
import { useShowExport } from '../../lib/exports/run-export.ts';
import { aboutQuery } from '../../lib/host/program.ts';

interface ExportFileActionsProps {
  readonly file: Pick<FinishedExport, 'id' | 'path'> & {
    readonly manifest: Pick<FinishedExport['manifest'], 'fileName'>;
  };
  /** Whether the browser has already downloaded the file. */
  readonly isFetched?: boolean;
  /** The label of the download button, if the file may not have been downloaded yet. */
  readonly fetchLabel?: string;
  readonly variant: 'subtle' | 'default';
}

/** Opens the file or its folder. In a browser, downloads the file again. */
export function ExportFileActions({ file, isFetched = false, fetchLabel, variant }: ExportFileActionsProps) {
  const { t } = useTranslation();
  const show = useShowExport(file.id, file.manifest.fileName);
  const isBrowser = useQuery(aboutQuery).data?.host === 'browser';
  // The host identifies files by their entry in the history.
  if (file.id === null) return null;
  if (file.path === null) {
    if (isFetched) return null;
    return (
      <Button size="compact-sm" variant={variant} onClick={() => show('program')}>
        {fetchLabel ?? t('exports.fetch')}
      </Button>
    );
  }
  // A file of the command line: the page can show its path but not open it.
  if (isBrowser) return null;
  return (
    <>
      <Button size="compact-sm" variant={variant} onClick={() => show('program')}>
        {t('exports.open')}
      </Button>
      <Button size="compact-sm" variant={variant} onClick={() => show('folder')}>
        {t('exports.reveal')}
      </Button>
    </>
  );
}
