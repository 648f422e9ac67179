import type { Translated } from '../dictionary.ts';
import type { settings as dutch } from '../nl/settings.ts';

export const settings: Translated<typeof dutch> = {
  title: 'Settings',
  kept: 'Saved',
  notKept: 'Not saved; what holds is shown again. {{reason}}',
  user: {
    title: 'For you',
    hint: 'Holds on this PC for {{name}}.',
    defaultPeriod: 'Default period',
    defaultPeriodHint: 'What a page begins with: now {{days}}.',
    automatic: 'Automatic',
    automaticHint: 'This month, and on its first day the one before: now {{days}}.',
    defaultShop: 'Default shop',
    defaultShopHint: 'What a page begins with. On the page itself you choose another one, or all.',
    allShops: 'All shops',
    unknownShop: 'Shop {{id}} (no longer found)',
  },
  computer: {
    title: 'For this PC',
    hint: 'Holds for everybody who signs in here.',
    language: 'Language',
    theme: 'Theme',
    csvProfile: 'Export as',
    csvProfileHint: 'What the Export button writes.',
    apiPort: 'Port of the local API',
    apiPortHint: 'A new port takes effect when Tilldesk is next started. Now the API listens on {{port}}.',
    apiPortNext: 'From the next start on: {{port}}.',
    apiPortGiven:
      'Now the port was chosen at the start, with --port or TILLDESK_PORT. That goes first: this setting waits for a start without.',
    notAPort: 'Choose a port from 1024 to 65535.',
    windowPort: 'This port belongs to the window of Tilldesk itself. Choose another one.',
    startsWithSystem: 'Start with the computer',
    startsWithSystemHint: 'Tilldesk begins as soon as you sign in to this computer.',
    stillUsable: 'Tilldesk keeps working with the settings it had.',
  },
};
