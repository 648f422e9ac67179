import { app } from 'electron';
import type { Language } from '../../../shared/contract/language.ts';
import { showOverWindow } from './recovery-dialog.ts';

const APPROVAL_TEXTS = {
  nl: 'macOS vraagt nog uw toestemming: zet Tilldesk aan in Systeeminstellingen > Algemeen > Inlogonderdelen.',
  en: 'macOS still needs your approval: turn on Tilldesk in System Settings > General > Login Items.',
} as const satisfies Record<Language, string>;

const awaitsApproval = () => app.getLoginItemSettings().status === 'requires-approval';

/** One that the user of macOS has not approved yet, or has turned off there, is registered too. */
const isLoginItem = () => app.getLoginItemSettings().openAtLogin || awaitsApproval();

/** Returns whether the login item then has the requested state. */
export function setLoginItem(wanted: boolean): boolean {
  if (isLoginItem() !== wanted) app.setLoginItemSettings({ openAtLogin: wanted });
  return isLoginItem() === wanted;
}

/** Says where to approve the login item, if that is still needed. */
export async function askApproval(language: Language): Promise<void> {
  if (awaitsApproval()) await showOverWindow({ type: 'info', title: 'Tilldesk', message: APPROVAL_TEXTS[language] });
}
