export const about = {
  documentation: 'Documentatie voor programmeurs',
  purpose: 'Prijzen, kortingen, omzet en btw van uw winkels. Tilldesk wijzigt niets in uw kassa of webshop.',
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
    'In deze map staan uw instellingen, weergaven en de lijst van gemaakte bestanden. Neem hem mee in uw back-up.',
  licences: {
    title: 'Licenties',
    text: 'Gebouwd met vrije software, waaronder React, Mantine, TanStack, Fastify, Kysely en SQLite.',
  },
  stillUsable: 'De andere pagina’s werken gewoon.',
};
