import { type BrowserWindow, type ContextMenuParams, Menu } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { createRoleItem } from './menu.ts';

/** The same step as `zoomIn` and `zoomOut` of the menu. */
const ZOOM_STEP = 0.5;

/**
 * Adds what a browser does with the mouse and Electron leaves to the program: the context menu, and Ctrl with the
 * wheel. Chromium itself handles the back and forward buttons of a mouse; a listener of `app-command` would go twice.
 */
export function addPageControls(window: BrowserWindow, language: () => Language): void {
  const page = window.webContents;
  page.on('context-menu', (_, params) => {
    const items = createEditItems(params, language());
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window, x: params.x, y: params.y });
  });
  page.on('zoom-changed', (_, direction) => {
    page.zoomLevel += direction === 'in' ? ZOOM_STEP : -ZOOM_STEP;
  });
}

/** The edit commands that are possible where the user clicked. */
function createEditItems({ isEditable, editFlags }: ContextMenuParams, language: Language) {
  return [
    ...(isEditable && editFlags.canCut ? [createRoleItem('cut', language)] : []),
    ...(editFlags.canCopy ? [createRoleItem('copy', language)] : []),
    ...(isEditable && editFlags.canPaste ? [createRoleItem('paste', language)] : []),
    ...(isEditable && editFlags.canSelectAll ? [createRoleItem('selectAll', language)] : []),
  ];
}
