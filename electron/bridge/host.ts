import type { BridgeArgument } from '../../shared/contract/bridge.ts';
import type { SettingsStore } from '../config/settings-store.ts';
import type { CredentialVault } from '../session/credential-vault.ts';

/**
 * What a user interface host gives to the logic below it. Electron and the browser host implement it; all
 * else is the same for both.
 */
export interface Host {
  readonly kind: 'electron' | 'browser';
  readonly vault: CredentialVault;
  readonly settings: SettingsStore;
  /** Where to save a file; null when the user changed their mind. */
  chooseExportTarget(suggestedName: string): Promise<ExportTarget | null>;
  /** Whether `openPlace` can show a folder. */
  readonly canShowFolders: boolean;
  /** Whether the setting `startsWithSystem` has an effect. */
  readonly canStartWithSystem: boolean;
  /** Opens a place that has been checked; answers what the page must open itself, or null. */
  openPlace(place: OutsidePlace): Promise<{ href: string | null }>;
  /** Where staff find a file that was written; null for one that the browser fetches into its downloads. */
  placeOf(path: string): string | null;
  /**
   * Shows a file that was written: with its program, or in its folder. Answers what the page itself has to fetch, or
   * null. Throws `BridgeError` with status 404 for a file that is gone.
   */
  showExport(file: ShownFile): Promise<{ href: string | null }>;
}

/** What lies outside the window. */
export type OutsidePlace =
  | { readonly kind: 'back-office' | 'documentation'; readonly url: URL }
  | { readonly kind: 'data-folder'; readonly path: string };

export interface ShownFile {
  /** Absolute. */
  readonly path: string;
  readonly where: BridgeArgument<'showExport'>['where'];
}

export interface ExportTarget {
  /** Absolute path of the file to write. */
  readonly path: string;
  /** Address from which the browser fetches the finished file; null where the user chose the path. */
  readonly download: string | null;
  /** To be called when no file was written there after all. */
  readonly release: () => Promise<void>;
}
