import type { Translated } from '../dictionary.ts';
import type { shell as dutch } from '../nl/shell.ts';

export const shell: Translated<typeof dutch> = {
  navigation: 'Main menu',
  catalog: 'Products',
  discounts: 'Discounted orders',
  report: 'Financial report',
  journal: 'Journal',
  exports: 'Exports',
  localApi: 'Local API',
  webhooks: 'Webhooks',
  collapse: 'Collapse menu',
  expand: 'Expand menu',
  signOut: 'Sign out',
  lockedTo: '{{location}} only',
  settings: 'Settings',
  language: 'Language',
  languageSystem: 'System',
  languageDutch: 'Nederlands',
  languageEnglish: 'English',
  theme: 'Appearance',
  themeSystem: 'System',
  themeLight: 'Light',
  themeDark: 'Dark',
  skipToContent: 'Skip to content',
  settingsSetAside:
    'The settings file could not be read and was set aside as {{path}}. Tilldesk now uses the default settings.',
  dismiss: 'Close',
  role: { owner: 'Owner', accountant: 'Accountant', staff: 'Staff' },
};
