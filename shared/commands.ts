/**
 * Pages, and actions that work on every page. The window builds side bar, palette, shortcuts and help sheet from these
 * lists and binds icons and code by id. Electron's menu sends an id.
 */
interface Command {
  readonly id: string;
  /** Key of its name in `renderer/locales`. */
  readonly text: string;
  /** Search words in both languages, because people type Dutch terms in an English window too. */
  readonly keywords: string;
  /** Shortcuts such as `mod+shift+f`; `mod` is ⌘ on a Mac and Ctrl elsewhere. A single letter triggers nothing. */
  readonly shortcuts: readonly string[];
}

/** Groups of the page menu, in order. */
export const PAGE_GROUPS = ['sales', 'bookkeeping', 'connections'] as const;

type PageGroup = (typeof PAGE_GROUPS)[number] | 'local-api' | 'program';

interface PageCommand extends Command {
  readonly path: `/${string}`;
  /**
   * Pages of a group are below its heading in the side bar. Pages of `local-api` are its tabs, and pages of `program`
   * are parts of the settings.
   */
  readonly group: PageGroup;
  /** Whether the page has filters that can be saved as a view. */
  readonly hasViews: boolean;
}

/** The pages that can be opened by name, in side bar order. */
export const PAGES = [
  {
    id: 'overview',
    path: '/overview',
    text: 'shell.overview',
    keywords: 'omzet dashboard start vandaag week maand turnover revenue home today month',
    shortcuts: ['alt+1'],
    group: 'sales',
    hasViews: true,
  },
  {
    id: 'catalog',
    path: '/catalog',
    text: 'shell.catalog',
    keywords: 'artikel product prijs prijslijst voorraad sku assortiment item article price list stock range',
    shortcuts: ['alt+2'],
    group: 'sales',
    hasViews: true,
  },
  {
    id: 'orders',
    path: '/orders',
    text: 'shell.orders',
    keywords: 'order bestelling bon kassabon retour factuur verkoop klant receipt return invoice sale customer',
    shortcuts: ['alt+3'],
    group: 'sales',
    hasViews: true,
  },
  {
    id: 'discounts',
    path: '/discounts',
    text: 'shell.discounts',
    keywords: 'kortingsorder korting actie afprijzing uitverkoop discount promotion markdown',
    shortcuts: ['alt+4'],
    group: 'sales',
    hasViews: true,
  },
  {
    id: 'product-sales',
    path: '/product-sales',
    text: 'shell.productSales',
    keywords: 'omzet verkopen artikel marge top best slecht verkocht turnover sales article margin best worst selling',
    shortcuts: ['alt+5'],
    group: 'sales',
    hasViews: true,
  },
  {
    id: 'customers',
    path: '/customers',
    text: 'shell.customers',
    keywords: 'klant debiteur adres client debtor address',
    shortcuts: ['alt+6'],
    group: 'sales',
    hasViews: true,
  },
  {
    id: 'report',
    path: '/report',
    text: 'shell.report',
    keywords:
      'omzet btw aangifte btw-aangifte marge kas dagomzet betaalwijze cadeaubon retour winst rapportage turnover revenue vat tax return vat-return margin takings payment method profit',
    shortcuts: ['alt+7'],
    group: 'bookkeeping',
    hasViews: true,
  },
  {
    id: 'day-closing',
    path: '/day-closing',
    text: 'shell.dayClosing',
    keywords:
      'dagafsluiting kas kassa tellen kasverschil kasopmaak z-rapport dagomzet sluiten day closing cash till difference z-report takings close',
    shortcuts: ['alt+8'],
    group: 'bookkeeping',
    hasViews: true,
  },
  {
    id: 'invoices',
    path: '/invoices',
    text: 'shell.invoices',
    keywords:
      'factuur openstaand debiteuren debiteurenlijst ouderdom onbetaald op rekening invoice outstanding debtors aging unpaid on account',
    shortcuts: ['alt+9'],
    group: 'bookkeeping',
    hasViews: true,
  },
  {
    id: 'journal',
    path: '/journal',
    text: 'shell.journal',
    keywords:
      'boekhouding grootboek boeking memoriaal snelstart omzet btw bookkeeping ledger booking entry turnover vat',
    shortcuts: ['alt+0'],
    group: 'bookkeeping',
    hasViews: true,
  },
  {
    id: 'exports',
    path: '/exports',
    text: 'shell.exports',
    keywords: 'exports excel csv pdf bestand download maandpakket maand file month package',
    shortcuts: [],
    group: 'bookkeeping',
    hasViews: false,
  },
  {
    id: 'local-api',
    path: '/local-api',
    text: 'shell.localApi',
    keywords: 'api aansluiten koppeling programma power bi mcp assistent connect integration program assistant',
    shortcuts: [],
    group: 'connections',
    hasViews: false,
  },
  {
    id: 'api-keys',
    path: '/local-api/keys',
    text: 'shell.apiKeys',
    keywords: 'sleutel toegang token access',
    shortcuts: [],
    group: 'local-api',
    hasViews: false,
  },
  {
    id: 'api-requests',
    path: '/local-api/requests',
    text: 'shell.apiRequests',
    keywords: 'verzoek fout log error',
    shortcuts: [],
    group: 'local-api',
    hasViews: false,
  },
  {
    id: 'webhooks',
    path: '/webhooks',
    text: 'shell.webhooks',
    keywords: 'melding koppeling notification integration',
    shortcuts: [],
    group: 'connections',
    hasViews: false,
  },
  {
    id: 'settings',
    path: '/settings',
    text: 'shell.settings',
    keywords:
      'persoonlijk voorkeuren opties thema taal aanmeldingen personal preferences options theme language sign-ins',
    shortcuts: [],
    group: 'program',
    hasViews: false,
  },
  {
    id: 'company-settings',
    path: '/settings/company',
    text: 'shell.companySettings',
    keywords: 'instellingen bedrijf adres kvk iban grootboek btw-codes settings company address ledger vat codes',
    shortcuts: [],
    group: 'program',
    hasViews: false,
  },
  {
    id: 'advanced-settings',
    path: '/settings/advanced',
    text: 'shell.advancedSettings',
    keywords: 'instellingen poort csv bewaren settings port storage',
    shortcuts: [],
    group: 'program',
    hasViews: false,
  },
  {
    id: 'connection',
    path: '/connection',
    text: 'shell.connection',
    keywords:
      'instellingen koppeling settings connection platform storekeeper synchronisatie kopie synchronisation copy',
    shortcuts: [],
    group: 'program',
    hasViews: false,
  },
  {
    id: 'about',
    path: '/about',
    text: 'shell.about',
    keywords: 'versie info licentie version licence',
    shortcuts: [],
    group: 'program',
    hasViews: false,
  },
] as const satisfies readonly PageCommand[];

export type PageId = (typeof PAGES)[number]['id'];

const isSettingsPage = (page: (typeof PAGES)[number]) => page.group === 'program';

/** The parts of the settings, in order. */
export const SETTINGS_PAGES = PAGES.filter(isSettingsPage);

const isLocalApiPage = (page: (typeof PAGES)[number]) => page.id === 'local-api' || page.group === 'local-api';

/** The parts of the local API, in order. */
export const LOCAL_API_PAGES = PAGES.filter(isLocalApiPage);

interface ActionCommand extends Command {
  /** `page`: only if the current page supports it, which the window knows. `keys`: only by its shortcuts. */
  readonly scope: 'window' | 'page' | 'keys';
  /** Shortcut in Electron's menu, as in every browser. Works over an open dialog too. */
  readonly menuShortcut?: string;
  /** Words in both languages that mean only this. They rank it above all other results with the word. */
  readonly names?: readonly string[];
}

/** In help sheet order. Ctrl+W, Ctrl+T and Ctrl+N stay with the browser. */
export const ACTIONS = [
  { id: 'palette', text: 'habits.palette.title', keywords: '', shortcuts: ['mod+k'], scope: 'keys' },
  { id: 'search', text: 'habits.command.search', keywords: '', shortcuts: ['mod+shift+f'], scope: 'keys' },
  {
    id: 'export',
    text: 'habits.command.export',
    keywords: 'excel csv pdf downloaden opslaan download save',
    shortcuts: ['mod+e'],
    scope: 'page',
  },
  { id: 'save-view', text: 'views.save.title', keywords: 'bewaren filter keep', shortcuts: ['mod+s'], scope: 'page' },
  {
    id: 'print',
    text: 'print.action',
    keywords: 'afdrukken printen papier print paper',
    shortcuts: [],
    menuShortcut: 'mod+p',
    scope: 'window',
  },
  {
    id: 'help',
    text: 'habits.command.help',
    keywords: 'help toetsen keys',
    shortcuts: ['f1', 'mod+/'],
    scope: 'window',
  },
  { id: 'tour', text: 'habits.command.tour', keywords: 'uitleg help explanation', shortcuts: [], scope: 'window' },
  {
    id: 'theme-dark',
    text: 'habits.command.dark',
    keywords: 'thema kleur theme colour',
    names: ['donker', 'dark'],
    shortcuts: [],
    scope: 'page',
  },
  {
    id: 'theme-light',
    text: 'habits.command.light',
    keywords: 'thema kleur theme colour',
    names: ['licht', 'light'],
    shortcuts: [],
    scope: 'page',
  },
  {
    id: 'language',
    text: 'habits.command.language',
    keywords: 'taal nederlands engels language dutch english',
    shortcuts: [],
    scope: 'window',
  },
  {
    id: 'sign-out',
    text: 'shell.signOut',
    keywords: 'uitloggen account wisselen sluiten log out logout switch leave',
    shortcuts: [],
    scope: 'window',
  },
] as const satisfies readonly ActionCommand[];

export type ActionId = (typeof ACTIONS)[number]['id'];
