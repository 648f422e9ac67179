import type { ExportRequest } from '../../../shared/contract/bridge.ts';
import type { WindowPage } from '../ground/window-page.ts';

const PRICE_LIST: ExportRequest = { dataset: 'price-list', filters: {}, language: 'nl' };

/** The click on the button: done when the whole file lies on the disk. Answers where the window fetches it. */
export async function exportPriceList(page: WindowPage): Promise<string> {
  const file = await page.call('exportDataset', PRICE_LIST);
  if (file?.download == null) throw new Error('the export gave no file to fetch');
  return file.download;
}
