import { type BrowserWindow, type ContextMenuParams, Menu } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { roleItem } from './menu.ts';

/** As `zoomIn` and `zoomOut` of the menu. */
const ZOOM_STEP = 0.5;

/**
 * Adds what a browser does with the mouse and Electron leaves to the program: the menu of a right click, and Ctrl with the
 * wheel. Chromium itself goes back and forward at the buttons of a mouse; a listener of `app-command` would go twice.
 */
export function addPageControls(window: BrowserWindow, language: () => Language): void {
  const page = window.webContents;
  page.on('context-menu', (_, params) => {
    const items = editItems(params, language());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window, x: params.x, y: params.y });
  });
  page.on('zoom-changed', (_, direction) => {
    page.zoomLevel += direction === 'in' ? ZOOM_STEP : -ZOOM_STEP;
  });
}

/** The edit commands that can be done where the user clicked. */
function editItems({ isEditable, editFlags }: ContextMenuParams, language: Language) {
  return [
    ...(isEditable && editFlags.canCut ? [roleItem('cut', language)] : []),
    ...(editFlags.canCopy ? [roleItem('copy', language)] : []),
    ...(isEditable && editFlags.canPaste ? [roleItem('paste', language)] : []),
    ...(isEditable && editFlags.canSelectAll ? [roleItem('selectAll', language)] : []),
  ];
}
