import type { Translated } from '../dictionary.ts';
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
  preferencesUnread:
    'Your views and your preferred period and shop could not be read. Pages begin with the defaults for now.',
  dismiss: 'Close',
  role: { owner: 'Owner', accountant: 'Accountant', staff: 'Staff' },
};
