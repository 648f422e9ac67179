import type { TaxRate } from '../../../shared/contract/tax-rates.ts';
import type { Period } from '../../../shared/periods.ts';
import type { ReferenceKind, ReferenceRecords } from '../../platform/platform.ts';
import type { ExportSource } from '../dataset.ts';
import { ExportError } from '../export-error.ts';

/** `to` is `from` when it is left out, and never before it. */
export function periodFrom({ from, to = from }: { from: string; to?: string }): Period {
  if (to < from) throw new ExportError('invalid_request', 'the filter to is before from');
  return { from, to };
}

/** The record that a filter names, null when it names none. One that the caller does not see is unknown. */
export async function recordNamedBy<K extends ReferenceKind>(
  source: ExportSource,
  kind: K,
  filter: string,
  id: number | undefined,
): Promise<ReferenceRecords[K] | null> {
  if (id === undefined) return null;
  const records = await source.platform.listReference(source.caller, kind);
  return records.find((candidate) => candidate.id === id) ?? refuseUnknown(filter, id);
}

/** The location that `location_id` names, else the one that the caller is locked to; null for all. */
export async function locationNamedBy(
  source: ExportSource,
  id: number | undefined,
): Promise<{ readonly id: number; readonly title: string } | null> {
  return (await recordNamedBy(source, 'locations', 'location_id', id)) ?? source.caller.lockedLocation;
}

export function rateTitle({ country_iso2, name }: Pick<TaxRate, 'country_iso2' | 'name'>): string {
  return `${country_iso2} ${name}`;
}

export function refuseUnknown(filter: string, id: number): never {
  throw new ExportError('invalid_request', `the filter ${filter} names ${id}, which is unknown`);
}
