import type { ReferenceKind } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';

/** The titles of records by id; one that is not known is called by its id. */
export async function readTitles(
  { platform, caller }: ExportSource,
  kind: Extract<ReferenceKind, 'shops' | 'turnoverGroups' | 'segments'>,
): Promise<(id: number) => string> {
  const records = await platform.listReference(caller, kind);
  const titles = new Map(records.map(({ id, title }) => [id, title]));
  return (id) => titles.get(id) ?? String(id);
}
