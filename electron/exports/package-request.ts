import type { ExportRequest } from '../../shared/contract/exports.ts';
import type { Language } from '../../shared/contract/language.ts';

/** What the accountant gets of a month. */
export interface PackageRequest extends Pick<ExportRequest, 'format' | 'profile'> {
  /** Such as `2026-10`. */
  readonly month: string;
  /** Null for all locations. */
  readonly locationId: number | null;
  readonly language: Language;
}
