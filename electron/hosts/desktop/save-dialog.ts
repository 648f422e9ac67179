import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import {
  type BrowserWindow,
  dialog,
  type MessageBoxOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from 'electron';
import type { Language } from '../../../shared/contract/language.ts';

const TEXTS = {
  nl: {
    message: (name: string) => `${name} bestaat al. Wilt u het bestand vervangen?`,
    overwrite: 'Vervangen',
    cancel: 'Annuleren',
  },
  en: {
    message: (name: string) => `${name} already exists. Do you want to replace it?`,
    overwrite: 'Replace',
    cancel: 'Cancel',
  },
} as const satisfies Record<Language, unknown>;

const OVERWRITE = 0;
const CANCEL = 1;

/**
 * Asks where to write a file, with the dialog of the system; `null` if the user cancels. The path ends in the extension
 * of `suggestedPath`. If a file exists there, the user has agreed to replace it.
 */
export async function askSavePath(
  window: BrowserWindow | null,
  suggestedPath: string,
  language: Language,
): Promise<string | null> {
  const extension = extname(suggestedPath);
  const options: SaveDialogOptions = {
    defaultPath: suggestedPath,
    filters: [{ name: extension.slice(1).toUpperCase(), extensions: [extension.slice(1)] }],
    // Without the first, GTK does not ask before it overwrites.
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  };
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === '') return null;
  if (extname(filePath).toLowerCase() === extension.toLowerCase()) return filePath;
  // The dialogs of Linux add no extension, and asked about another file.
  const path = filePath + extension;
  if (!existsSync(path) || (await mayOverwrite(window, path, language))) return path;
  return askSavePath(window, path, language);
}

/** Asks for a folder, starting at `startPath`; `null` if the user cancels. */
export async function askFolder(window: BrowserWindow | null, startPath: string): Promise<string | null> {
  const options: OpenDialogOptions = { defaultPath: startPath, properties: ['openDirectory', 'createDirectory'] };
  const { filePaths } = await (window === null
    ? dialog.showOpenDialog(options)
    : dialog.showOpenDialog(window, options));
  return filePaths[0] ?? null;
}

async function mayOverwrite(window: BrowserWindow | null, path: string, language: Language): Promise<boolean> {
  const { message, overwrite, cancel } = TEXTS[language];
  const box: MessageBoxOptions = {
    ...{ type: 'warning', title: 'Tilldesk', message: message(basename(path)) },
    buttons: [overwrite, cancel],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true,
  };
  const { response } = await (window === null ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box));
  return response === OVERWRITE;
}
