import { REPORT_LABELS } from '../../../shared/report-labels.ts';

const LABELS = REPORT_LABELS.nl;

export const report = {
  unknownFigure: 'Het platform geeft dit bedrag niet door: {{name}}.',
  unknownCost: 'Van sommige artikelen is de inkoopprijs niet bekend, en de marge daarom ook niet.',
  allLocations: 'Alle vestigingen',
  lockedLocation: 'U ziet alleen deze vestiging',
  reading: 'Nieuwe cijfers worden opgehaald. U ziet nog {{period}}.',
  empty: 'Geen orders in deze periode.',
  begins: 'De cijfers beginnen op {{day}}.',
  stillUsable: 'De andere pagina’s werken gewoon.',
  locationsFailed: 'Vestigingen zijn niet geladen. Opnieuw proberen',
  vat: 'Btw',
  ofTurnover: '% van omzet',
  vatReturn: {
    title: LABELS.sections.vatReturn,
    box: LABELS.boxes,
    declared: 'In te vullen in de aangifte, in hele euro’s',
    notOver: 'De periode is nog niet voorbij: voorlopige cijfers.',
    declaredBase: 'Omzet',
    declaredTax: 'Btw',
    declaredTotal: LABELS.items.declaredTotal,
    chooseAll: 'De aangifte is voor het hele bedrijf: kies alle winkels.',
    notAlone: 'De aangifte is voor het hele bedrijf, en u ziet alleen deze vestiging.',
    note: LABELS.vatNote,
    foreignNote: LABELS.foreignNote,
  },
  revenue: {
    title: LABELS.sections.revenue,
    sales: LABELS.items.sales,
    turnover: LABELS.items.turnover,
    margin: LABELS.items.margin,
    marginPercentage: 'Brutomarge, % van de omzet',
    nonRevenue: LABELS.sections.nonRevenue,
  },
  direct: {
    title: LABELS.sections.directPaid,
    methods: LABELS.sections.paymentMethods,
    methodUnknown: '(de betaalwijze per betaling is niet bekend)',
    methodsTotal: LABELS.items.methodsTotal,
    ownBalance: 'Verschil, nagerekend uit de betaalwijzen',
  },
  notPaid: {
    title: LABELS.sections.notPaidNow,
    settled: LABELS.sections.settledSince,
  },
  roundingRate: 'Enkele centen onder nul: een afrondingscorrectie van het kassaplatform, geen verkoop',
  keyFigures: LABELS.sections.keyFigures,
  openRows: 'De regels van dit bedrag bekijken',
  making: {
    sumOfLines: 'Som van de regels hierboven',
    sumOfGroups: 'Som van de omzetgroepen en de afrondingsverschillen',
    margin: 'Som van omzet en inkoopwaarde van de omzet',
    vat: 'Berekend: bedrag incl. btw − bedrag excl. btw',
    otherSection: 'Totaal dat hierboven al staat',
    rest: 'Berekend: omzet − totaal van alle tarieven − afrondingsverschillen',
    balance: 'Berekend: totaal betaalwijzen − totaal direct betaald',
  },
  comparison: {
    label: 'Vergelijken met',
    choice: { before: 'De periode ervoor', 'last-year': 'Dezelfde periode vorig jaar' },
    percentage: 'Verschil %',
    only: 'alleen van {{period}}',
    side: 'Bedragen die worden vergeleken',
    with: { ex: 'Vergeleken met {{period}}, excl. btw.', wt: 'Vergeleken met {{period}}, incl. btw.' },
    today: {
      'left-out': 'Hele dagen: vandaag telt nog niet mee.',
      alone: 'Vandaag telt mee tot nu, {{period}} helemaal.',
    },
    how: 'Hoe er wordt vergeleken',
    head: 'vergeleken met {{period}}',
    lines: LABELS.comparisonNote,
    percentages: LABELS.percentageNote,
    overview: 'Op het Overzicht telt vandaag mee, en de andere dag tot hetzelfde tijdstip.',
    unknown: 'Van {{period}} niet bekend: {{names}}',
    reading: 'De cijfers van {{period}} worden opgehaald',
    failed: 'De cijfers van {{period}} zijn niet geladen.',
  },
  charts: {
    label: 'Weergave',
    table: 'Bedragen',
    chart: 'Grafiek',
    rates: 'Btw-tarieven, incl. btw, met aandeel in direct betaald',
    methods: 'Betaalwijzen, met aandeel',
    groups: 'Omzetgroepen, met aandeel in de omzet',
    shops: 'Winkels, met aandeel in de omzet',
  },
  print: {
    asOf: 'Stand van {{moment}}',
    zone: 'Dagen volgens de tijd in Nederland (Europe/Amsterdam)',
    shops: 'Winkels: {{shops}}',
  },
  groups: {
    title: LABELS.sections.groups,
    side: 'Bedragen in deze tabel',
  },
  checks: {
    title: 'Controles',
    check: 'Controle',
    left: 'Berekend',
    right: 'In het rapport',
    holds: 'Klopt',
    fails: 'Klopt niet',
    allHold: 'Het rapport sluit aan',
    knownHold_one: '{{count}} controle klopt.',
    knownHold_other: '{{count}} controles kloppen.',
    unknown_one: '{{count}} controle kan niet: het platform geeft niet alle cijfers.',
    unknown_other: '{{count}} controles kunnen niet: het platform geeft niet alle cijfers.',
    someFail_one: '{{count}} van de {{total}} controles klopt niet',
    someFail_other: '{{count}} van de {{total}} controles kloppen niet',
    contradicted_one: 'Bij {{count}} controle zegt het kassaplatform iets anders.',
    contradicted_other: 'Bij {{count}} controles zegt het kassaplatform iets anders.',
    platformHolds: 'Het kassaplatform zelf zegt: klopt',
    platformFails: 'Het kassaplatform zelf zegt: klopt niet',
    platformMissing: 'Het kassaplatform zegt over deze controle niets',
    causes: 'Mogelijke oorzaken, de waarschijnlijkste eerst',
    name: LABELS.checks,
    short: {
      turnover_ex: 'Omzet excl. btw',
      turnover_wt: 'Omzet incl. btw',
      direct_total_ex: 'Direct betaald excl. btw',
      direct_total_wt: 'Direct betaald incl. btw',
      payments: 'Betaalwijzen',
      bridge_wt: 'Aansluiting op omzet',
      groups_ex: 'Omzetgroepen excl. btw',
      groups_wt: 'Omzetgroepen incl. btw',
      group_shops_ex: 'Winkels per groep excl. btw',
      group_shops_wt: 'Winkels per groep incl. btw',
      shop_totals_ex: 'Winkeltotalen excl. btw',
      shop_totals_wt: 'Winkeltotalen incl. btw',
    },
  },
  cause: {
    figure: {
      cashRounding:
        'Het verschil van {{amount}} is precies de afrondingsverschillen: de contante afronding telt aan één kant niet mee.',
      cashRoundingReversed:
        'Het verschil van {{amount}} is precies tweemaal de afrondingsverschillen: ze zijn erbij geteld in plaats van eraf, of andersom.',
      returns: 'Het verschil van {{amount}} is precies de retouren: die tellen aan één kant niet mee.',
      returnsReversed:
        'Het verschil van {{amount}} is precies tweemaal de retouren: ze zijn erbij geteld in plaats van eraf.',
      giftCards:
        'Het verschil van {{amount}} is precies de verkochte cadeaubonnen: die zijn geen omzet en tellen aan één kant toch mee.',
      tips: 'Het verschil van {{amount}} is precies de fooien: die zijn geen omzet en tellen aan één kant toch mee.',
      paymentsOnInvoice:
        'Het verschil van {{amount}} is precies wat op facturen is ontvangen: dat telt aan één kant mee en aan de andere niet.',
      prepayments:
        'Het verschil van {{amount}} is precies de vooruitbetalingen: die tellen aan één kant mee en aan de andere niet.',
      otherNonRevenue:
        'Het verschil van {{amount}} is precies wat verder geen omzet is: dat telt aan de ene kant mee en aan de andere niet.',
      nonRevenueTotal:
        'Het verschil van {{amount}} is precies alles wat ontvangen is en geen omzet is: dat telt aan één kant niet mee.',
      notPaid:
        'Het verschil van {{amount}} is precies de orders op rekening die nog niet zijn betaald: die tellen aan één kant niet mee.',
      settled:
        'Het verschil van {{amount}} is precies de orders op rekening die inmiddels zijn betaald: die tellen aan één kant niet mee.',
    },
    smallRounding:
      'Een verschil van {{amount}} is waarschijnlijk een afrondingsregel: sommige kassaplatforms boeken zo’n correctie als korting, als betaling of als bedragje onder nul bij 21%.',
    row: {
      extra:
        'Het verschil van {{amount}} is precies {{row}}: die regel staat er dubbel in of telt niet mee in het totaal.',
      missing: 'Het verschil van {{amount}} is precies {{row}}: die regel ontbreekt of telt dubbel in het totaal.',
      reversed: 'Het verschil van {{amount}} is precies tweemaal {{row}}: die regel heeft het verkeerde teken.',
    },
    kind: {
      rate: 'het btw-tarief {{name}}',
      method: 'de betaalwijze {{name}}',
      group: 'de omzetgroep {{name}}',
      shop: 'de winkel {{name}}',
    },
  },
  causes: {
    turnover: {
      first: 'Er is een order verwerkt terwijl het rapport werd opgesteld. Vernieuw het rapport.',
      second: 'Een orderregel is verkoop noch retour noch afronding, bijvoorbeeld een regel met aantal nul.',
      third: 'Bij een verschil van enkele centen: de omzet is per order afgerond en de regels afzonderlijk.',
    },
    direct_total: {
      first: 'Er is een order verwerkt terwijl het rapport werd opgesteld. Vernieuw het rapport.',
      second: 'Een artikel op een directe order heeft geen btw-tarief en ontbreekt daardoor bij de tarieven.',
      third: 'Een cadeaubon, fooi of vooruitbetaling staat op een order op rekening in plaats van een directe.',
    },
    payments: {
      first:
        'Een directe order is niet volledig betaald. Zoek een order waarvan het verschil het openstaande bedrag is.',
      second: 'Bij een verschil van enkele centen: een contante betaling is afgerond zonder afrondingsregel.',
      third: 'Een betaling is dubbel geboekt, of wisselgeld is niet van de contante betaling afgetrokken.',
    },
    bridge: {
      first: 'Een factuur is betaald terwijl het rapport werd opgesteld. Vernieuw het rapport.',
      second: 'Een order staat als op rekening en heeft toch een directe betaling, of andersom.',
      third: 'Een cadeaubon of een betaling op een factuur is als artikel verkocht en telt zo mee als omzet.',
    },
    groups: {
      first: 'Een verkocht artikel heeft geen omzetgroep. Zoek in de artikelen op een lege omzetgroep.',
      second: 'Een omzetgroep is verwijderd terwijl er in deze periode nog omzet op staat.',
      third: 'De afrondingsverschillen ontbreken in de laatste rij. Vergelijk het verschil met die regel bij Omzet.',
    },
    group_shops: {
      first: 'Een winkel met omzet in deze periode ontbreekt als kolom, bijvoorbeeld omdat die gesloten is.',
      second: 'Een winkel is in deze periode naar een andere vestiging verplaatst.',
      third: 'Er is een order verwerkt terwijl het rapport werd opgesteld. Vernieuw het rapport.',
    },
    shop_totals: {
      first: 'Een winkel met omzet in deze periode ontbreekt als kolom, bijvoorbeeld omdat die gesloten is.',
      second: 'Een omzetgroep telt mee in een winkeltotaal, maar staat niet als rij in de tabel.',
      third: 'Er is een order verwerkt terwijl het rapport werd opgesteld. Vernieuw het rapport.',
    },
  },
};
