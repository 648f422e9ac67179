import { useTranslation } from 'react-i18next';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { Dialog } from '../../components/overlays/dialog.tsx';
import { runExport } from '../../lib/exports/run-export.ts';
import { NewExportForm } from './new-export-form.tsx';

interface NewExportDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Asks what to export and in which form; how it goes is told at the bottom of the window. */
export function NewExportDialog({ isOpen, onClose }: NewExportDialogProps) {
  const { t } = useTranslation();

  function run(request: ExportRequest) {
    onClose();
    void runExport(request);
  }

  return (
    <Dialog isOpen={isOpen} title={t('exports.new.title')} onClose={onClose}>
      <NewExportForm onSubmit={run} onCancel={onClose} />
    </Dialog>
  );
}
