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
    platform: 'Platform for other programs',
    platformHint:
      'Where other programs on this PC sign in through the local API. Empty: at this PC itself. Tilldesk puts the platform here where you last signed in and stayed signed in; switching shops does not change it.',
    keptAnswers: 'Keep data of another platform',
    keptAnswersHint:
      'Products and prices of another platform are always on this PC too. With this setting the customers, orders and figures that you looked at stay readable for a while when the platform cannot be reached.',
    keptAnswersNone: 'No customers, orders and figures',
    keptAnswersFor: '{{hours}} hours',
    stillUsable: 'Tilldesk keeps working with the settings it had.',
  },
  copies: {
    title: 'Kept of other platforms',
    hint: 'What this PC has of other platforms, of everybody who signed in here.',
    none: 'This PC has nothing of another platform.',
    column: { platform: 'Platform', account: 'Account', updatedAt: 'Updated', size: 'Size' },
    ofUsers: '{{account}} ({{users}} users)',
    megabytes: '{{text}} MB',
    empty: 'Empty',
    question: 'Remove everything of other platforms from this PC?',
    consequence:
      'Nothing changes at the platform itself. What you use Tilldesk reads from there again; until that is done searching is slower.',
    whenAway:
      'If a platform cannot be reached now, nothing of it can be read and you cannot sign in there until it is back.',
    cancel: 'Cancel',
    emptied: 'Removed: {{size}}.',
    notEmptied: 'Not everything is removed. {{reason}}',
    stillUsable: 'What is there stays in use.',
  },
};
