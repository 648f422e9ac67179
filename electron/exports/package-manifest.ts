import type { ExportManifest } from '../../shared/contract/exports.ts';
import type { FinancialReport } from '../../shared/contract/financial-report.ts';
import type { Period } from '../../shared/periods.ts';
import type { PackageRequest } from './package-request.ts';

/** What a package is: lies in it as `manifest.json`. */
export interface PackageManifest {
  readonly request: PackageRequest;
  readonly account: string;
  /** E-mail address of who asked for it; null for the operator of the computer. */
  readonly user: string | null;
  readonly period: Period;
  /** False while the month still goes on: then its figures will change. */
  readonly isOver: boolean;
  /** Location; null for all. */
  readonly place: string | null;
  /** RFC 3339, of when the figures of the report are. */
  readonly asOf: string;
  /** Whether the report was the same before and after the files were read. */
  readonly heldStill: boolean;
  /** False where the figures moved or a file lacks rows: then the name says INCOMPLETE. */
  readonly isComplete: boolean;
  readonly checks: FinancialReport['checks'];
  readonly members: readonly ExportManifest[];
}
