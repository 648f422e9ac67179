export const shell = {
  navigation: 'Hoofdmenu',
  overview: 'Overzicht',
  catalog: 'Artikelen',
  orders: 'Orders',
  discounts: 'Kortingsorders',
  report: 'Financieel rapport',
  journal: 'Journaalpost',
  exports: 'Exports',
  localApi: 'Lokale API',
  webhooks: 'Webhooks',
  search: 'Zoeken…',
  allSettings: 'Alle instellingen',
  shortcuts: 'Sneltoetsen',
  collapse: 'Menu inklappen',
  expand: 'Menu uitklappen',
  signOut: 'Afmelden',
  lockedTo: 'Alleen {{location}}',
  about: 'Over Tilldesk',
  settings: 'Instellingen',
  language: 'Taal',
  languageSystem: 'Systeem',
  languageDutch: 'Nederlands',
  languageEnglish: 'English',
  theme: 'Thema',
  themeSystem: 'Systeem',
  themeLight: 'Licht',
  themeDark: 'Donker',
  skipToContent: 'Naar de inhoud',
  settingsSetAside:
    'Het instellingenbestand was niet te lezen en is apart gezet als {{path}}. Tilldesk gebruikt nu de standaardinstellingen.',
  backupPutBack:
    'Het gegevensbestand was beschadigd. De reservekopie van {{moment}} is teruggezet: wat daarna is gewijzigd, ontbreekt, en een API-sleutel die daarna is ingetrokken, werkt weer. De beschadigde bestanden liggen in {{path}}.',
  begunAnew:
    'Het gegevensbestand was beschadigd. Tilldesk is leeg begonnen; de beschadigde bestanden liggen in {{path}}.',
  backupNoSpace:
    'Er is te weinig schijfruimte voor een reservekopie van de gegevens in {{path}}. De eerdere kopieën blijven bewaard.',
  backupDamaged:
    'Bij het maken van een reservekopie bleek het gegevensbestand beschadigd. Sluit Tilldesk af en start het met --recover backup. De eerdere kopieën blijven bewaard in {{path}}.',
  backupFailed:
    'Er kon geen reservekopie worden gemaakt in {{path}}; in het logbestand staat waarom. De eerdere kopieën blijven bewaard.',
  preferencesUnread:
    'Uw weergaven en uw voorkeur voor periode en winkel konden niet worden gelezen. Pagina’s beginnen nu met de standaard.',
  otherWindow:
    'Op deze computer is nog een venster van Tilldesk geopend. Was u dat niet zelf? Sluit Tilldesk dan af.',
  dismiss: 'Sluiten',
  role: { owner: 'Eigenaar', accountant: 'Boekhouder', staff: 'Medewerker' },
};
