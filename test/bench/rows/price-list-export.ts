import type { ExportFormat } from '../../../shared/contract/exports.ts';
import type { WindowPage } from '../ground/window-page.ts';

/** The click on the button: done when the whole file lies on the disk. Answers where the window fetches it. */
export async function exportPriceList(page: WindowPage, format: ExportFormat = 'csv'): Promise<string> {
  const file = await page.call('exportDataset', {
    key: crypto.randomUUID(),
    request: { dataset: 'price-list', filters: {}, format, profile: 'excel', language: 'nl' },
  });
  if (file?.download == null) throw new Error('the export gave no file to fetch');
  return file.download;
}
