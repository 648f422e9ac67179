import type { Page } from '../platform/platform.ts';
import { expectComplete } from './expect-complete.ts';

/**
 * Reads a paged list to its end, each row once. Ends at an empty page too, whatever the total says, and then
 * throws `ExportError` `incomplete` unless there are as many rows as the last page's total.
 */
export async function* drainPages<Row extends { readonly id: number }>(
  readPage: (start: number) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[]> {
  const seen = new Set<number>();
  let start = 0;
  let page: Page<Row>;
  do {
    page = await readPage(start);
    start += page.rows.length;
    const fresh = page.rows.filter(({ id }) => !seen.has(id) && seen.add(id));
    if (fresh.length > 0) yield fresh;
  } while (page.rows.length > 0 && start < page.total);
  expectComplete(seen.size, page.total);
}
