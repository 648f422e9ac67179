import type { Translated } from '../nl/dictionary.ts';
import type { shell as dutch } from '../nl/shell.ts';

export const shell: Translated<typeof dutch> = {
  navigation: 'Main menu',
  overview: 'Overview',
  catalog: 'Products',
  orders: 'Orders',
  discounts: 'Discounted orders',
  report: 'Financial report',
  journal: 'Journal',
  exports: 'Exports',
  localApi: 'Local API',
  webhooks: 'Webhooks',
  search: 'Search…',
  allSettings: 'All settings',
  shortcuts: 'Keyboard shortcuts',
  collapse: 'Collapse menu',
  expand: 'Expand menu',
  signOut: 'Sign out',
  lockedTo: '{{location}} only',
  about: 'About Tilldesk',
  settings: 'Settings',
  language: 'Language',
  languageSystem: 'System',
  languageDutch: 'Nederlands',
  languageEnglish: 'English',
  theme: 'Theme',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  skipToContent: 'Skip to content',
  settingsSetAside:
    'The settings file could not be read and was set aside as {{path}}. Tilldesk now uses the default settings.',
  backupPutBack:
    'The data file was damaged. The backup of {{moment}} was put back: changes since then are missing, and an API key that was revoked since is valid again. The damaged files are in {{path}}.',
  begunAnew:
    'The data file was damaged. Tilldesk began with an empty one; the damaged files are in {{path}}.',
  backupNoSpace:
    'There is too little disk space for a backup of the data in {{path}}. Earlier backups are kept.',
  backupDamaged:
    'While a backup was made, the data file turned out to be damaged. Quit Tilldesk and start it with --recover backup. Earlier backups are kept in {{path}}.',
  backupFailed: 'No backup could be made in {{path}}; the log says why. Earlier backups are kept.',
  preferencesUnread:
    'Your views and your preferred period and shop could not be read. Pages begin with the defaults for now.',
  otherWindow: 'Another window of Tilldesk was opened on this computer. If it was not you, stop Tilldesk.',
  dismiss: 'Close',
  role: { owner: 'Owner', accountant: 'Accountant', staff: 'Staff' },
};
