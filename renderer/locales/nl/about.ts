export const about = {
  documentation: 'Documentatie van de API',
  purpose: 'Backoffice voor winkelketens, met een API op deze pc.',
  version: 'Versie',
  host: 'Venster',
  hostName: { electron: 'Eigen venster', browser: 'Browser' },
  builtOn: 'Draait op',
  runtime: '{{name}} {{version}}',
  dataFolder: 'Gegevensmap',
  copyDataFolder: 'Pad van de gegevensmap kopiëren',
  showDataFolder: 'Map tonen',
  apiAddress: 'Adres van de API',
  copyApiAddress: 'Adres van de API kopiëren',
  backUp:
    'In de gegevensmap staan uw instellingen, weergaven en de lijst van exports. Neem de map mee in de back-up van deze pc.',
  licences: {
    title: 'Licenties',
    text: 'Tilldesk is gebouwd met vrije software, waaronder React, Mantine, TanStack, Fastify, Kysely en SQLite, elk onder zijn eigen licentie.',
  },
  stillUsable: 'De andere pagina’s werken gewoon.',
};
