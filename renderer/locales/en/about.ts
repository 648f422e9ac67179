export const about = {
  documentation: 'Documentation of the API',
  purpose: 'Back office for retail chains, with an API on this PC.',
  version: 'Version',
  host: 'Window',
  hostName: { electron: 'Its own window', browser: 'A browser' },
  builtOn: 'Runs on',
  runtime: '{{name}} {{version}}',
  dataFolder: 'Data folder',
  copyDataFolder: 'Copy path of the data folder',
  showDataFolder: 'Show folder',
  apiAddress: 'Address of the API',
  copyApiAddress: 'Copy address of the API',
  record: {
    title: 'What Tilldesk is not',
    text: 'Tilldesk shows and exports the data of the sales platform. It is not your system of record: store what the tax office requires, including exports, yourself and in more than one location.',
    folder: 'The data folder holds your settings, views and the list of exports. Include it in the backup of this PC.',
  },
  licences: {
    title: 'Licences',
    text: 'Tilldesk is built with free software, such as React, Mantine, TanStack, Fastify, Kysely and SQLite, each under its own licence.',
  },
  stillUsable: 'The other pages keep working.',
};
