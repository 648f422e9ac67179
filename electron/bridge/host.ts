import type { BridgeArgument, BridgeResult } from '../../shared/contract/bridge.ts';
import type { ApiAnswer, ApiRequest } from '../api-client/api-client.ts';
import type { SettingsStore } from '../config/settings-store.ts';
import type { CredentialVault } from '../session/credential-vault.ts';

/**
 * What a user interface host offers to the logic below it. Electron and the browser host implement it; all other code is
 * the same for both.
 */
export interface Host {
  readonly kind: 'electron' | 'browser';
  readonly vault: CredentialVault;
  readonly settings: SettingsStore;
  /** The file to write; `null` if the user cancelled. */
  chooseExportTarget(suggestedName: string): Promise<ExportTarget | null>;
  /** Whether `openPlace` can show a folder and `chooseFolder` can ask for one. */
  readonly canShowFolders: boolean;
  /** The absolute path of a folder; `null` if the user cancelled, or the host cannot ask. */
  chooseFolder(): Promise<string | null>;
  /**
   * Tells the user, with or without a window, that a scheduled file was made. A host without notifications does
   * nothing.
   */
  readonly announceFile: (path: string) => void;
  /** Whether the setting `startsWithSystem` has an effect. */
  readonly canStartWithSystem: boolean;
  /** Opens a checked target. Returns an address that the page must open itself, or `null`. */
  openPlace(target: ExternalTarget): Promise<{ href: string | null }>;
  /** The path where staff find a written file; `null` for one that the browser downloads. */
  getVisiblePath(path: string): string | null;
  /**
   * Shows a written file in its program or in its folder. Returns an address that the page itself has to fetch, or
   * `null`. Throws `BridgeError` with status 404 if the file is gone.
   */
  showExport(file: FileView): Promise<{ href: string | null }>;
}

export type ExternalTarget =
  | { readonly kind: 'back-office' | 'documentation'; readonly url: URL }
  | { readonly kind: 'data-folder'; readonly path: string };

export interface FileView {
  /** Absolute. */
  readonly path: string;
  readonly where: BridgeArgument<'showExport'>['where'];
}

export interface ExportTarget {
  /** Absolute path of the file to write. */
  readonly path: string;
  /** Address from which the browser downloads the finished file; `null` if the user chose the path. */
  readonly download: string | null;
  /** To be called if no file was written there. */
  readonly release: () => Promise<void>;
}

/** What a host serves to its page: the calls of the bridge, and the API as the signed-in user. */
export interface UiCore {
  /**
   * Never rejects: a wrong name or argument is a failure value too. `sessionId` names the session that the page shows;
   * `null` for none.
   */
  readonly handle: (name: string, argument: unknown, sessionId: string | null) => Promise<BridgeResult<unknown>>;
  /** Sends a call to the API. Throws `ApiFailure`, and `BridgeError` for another session. */
  readonly send: (call: ApiRequest, sessionId: string | null) => Promise<ApiAnswer>;
  /** Reads a file of the documentation, or the OpenAPI document, by its path. Throws `ApiFailure`. */
  readonly readDocumentation: (path: string) => Promise<ApiAnswer>;
  /** Whether the signed-in user may have the export at this path. */
  readonly mayFetch: (path: string) => Promise<boolean>;
}

/** What a host needs from the program when its window closes. */
export interface ProgramOfWindow {
  /** What the end of the program would interrupt now. */
  readonly openWork: () => OpenWork;
  /** To be called when the window was closed and the program continues. Never rejects. */
  readonly leaveWindow: () => Promise<void>;
}

export interface OpenWork {
  readonly isExporting: boolean;
  /** Whether another program has called in the last five minutes. */
  readonly isApiInUse: boolean;
}

export interface UiHost extends Host {
  /** Shows the user interface. Throws `StartError`. */
  show(core: UiCore, program: ProgramOfWindow): Promise<UiAddress>;
  close(): Promise<void>;
}

export interface UiAddress {
  /** Port of the browser host; `null` for a separate window. */
  readonly port: number | null;
  /** The location of the user interface, for the person who started the program. */
  readonly description: string;
}
