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
    text: 'Tilldesk shows and exports what the till platform gives. It is not your system of record: keep what the tax office asks of you, exports among it, yourself and in more than one place.',
    folder: 'The data folder holds your settings, views and the list of exports. Include it in the backup of this PC.',
  },
  licences: {
    title: 'Licences',
    text: 'Tilldesk is built with free software, React, Mantine, TanStack, Fastify, Kysely and SQLite among it, each under a licence of its own.',
  },
  stillUsable: 'The other pages keep working.',
};
