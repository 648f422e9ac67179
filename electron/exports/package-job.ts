import type { ExportProgress } from '../../shared/contract/exports.ts';
import type { Period } from '../../shared/periods.ts';
import type { Caller } from '../base/caller.ts';
import type { Exporter } from './exporter.ts';
import type { PackagePlace } from './package-place.ts';
import type { PackageRequest } from './package-request.ts';
import type { ExportGround } from './select-export.ts';

export interface PackageGround extends ExportGround {
  /** Writes the files of the package, and records none of them. */
  readonly exporter: Pick<Exporter, 'run'>;
}

export interface PackageJob {
  readonly request: PackageRequest;
  readonly caller: Caller;
  /** The location that is asked for; null for all. */
  readonly place: PackagePlace | null;
  /** Absolute; a package that lacks something gets another name in the same folder. */
  readonly targetPath: string;
  /** Told which file is being written and how far it is. */
  readonly tell: (fileName: string, progress: ExportProgress) => void;
  /** Aborting it ends everything and leaves nothing behind. */
  readonly signal: AbortSignal;
}

export interface PeriodPackage extends PackageJob {
  /** First and last day of the month. */
  readonly period: Period;
}
