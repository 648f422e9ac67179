export const connection = {
  builtInName: 'Ingebouwd, op deze pc',
  firstOrder: 'Eerste order',
  lastOrder: 'Laatste order',
  otherPlatform: 'Een andere gegevensbron kiest u bij het aanmelden: klik op uw naam en kies Ander account.',
  stillUsable: 'De andere pagina’s werken gewoon.',
  none: {
    title: 'Op deze pc staan nog geen gegevens van {{platform}}',
    remote: 'Artikelen en prijzen worden op deze pc bewaard zodra ze zijn opgehaald.',
    wholeCopy: 'Het lezen begint vanzelf; daarna verschijnen de lijsten en cijfers.',
  },
  state: 'Status',
  states: {
    beginning: 'Nog niets gelezen',
    failing: 'Lezen mislukt',
    reading: 'Bezig met lezen',
    waiting: 'Bijgewerkt',
    stopped: 'Gestopt: er wordt niets gelezen',
  },
  confirmedAt: 'Rechten bevestigd',
  size: 'Op deze pc',
  readAgain: 'Opnieuw lezen',
  readOn: 'Lezen hervatten',
  stop: 'Stoppen',
  empty: 'Leegmaken…',
  triesAgain: 'Tilldesk probeert het weer na {{moment}}, of meteen als u Opnieuw lezen kiest.',
  problems: {
    listsDisagree: 'De lijst met artikelen en de lijst met wijzigingen van het platform spreken elkaar tegen.',
    endlessFeed: 'Het platform zegt dat zijn lijst met wijzigingen verder gaat, maar geeft er niets meer van.',
    otherPrices: 'Het platform gaf andere prijzen dan er gevraagd waren.',
    badAmount: 'In de catalogus van het platform staat een bedrag dat geen prijs kan zijn.',
    full: 'De kopieën op deze pc zijn vol. Wie Tilldesk beheert, kan er met npm run copies een paar verwijderen.',
    unwritable: 'De kopie kan niet worden opgeslagen. Controleer of de schijf vol is.',
  },
  stopped: 'De gegevens op deze pc blijven staan, maar worden niet bijgewerkt.',
  streams: {
    title: 'Wat er gelezen wordt',
    name: {
      reference: 'Winkels, tarieven en betaalwijzen',
      products: 'Artikelen',
      orders: 'Orders',
      customers: 'Klanten',
    },
    finding: 'Tilldesk gaat na wat het van dit account kan lezen.',
    readBy: 'Gelezen met {{by}}',
    readAt: 'Volledig gelezen tot {{moment}}',
    partlyReadAt: 'Bijgewerkt tot {{moment}}. Oudere orders zijn nog niet allemaal gelezen.',
    notReadYet: 'Nog niet volledig gelezen',
    done: '{{name}}: {{done, number}} van {{of, number}}',
    doneUnknown: '{{name}}: {{done, number}}; hoeveel het er worden, is nog niet bekend',
    until: '{{done}}, klaar rond {{end}}',
    bar: 'Voortgang van {{name}}',
    unreached: 'Het platform was de laatste keer niet bereikbaar. Tilldesk probeert het vanzelf opnieuw.',
    problem: 'De laatste keer lezen lukte niet: {{problem}}',
    unreadable: 'Niet te lezen: dit wordt hier niet toegestaan.',
    unreadableOrders:
      'Niet te lezen. Daarom zijn er geen orders, rapporten en journaalposten. Artikelen en prijzen werken wel.',
    refused: 'Geprobeerd: {{by}}. {{reason}}',
  },
  coverage: {
    title: 'Orders per maand',
    whole: 'Alle orders die StoreKeeper noemt, zijn gelezen.',
    older: 'Er kunnen orders van voor {{day}} zijn die StoreKeeper niet noemt.',
    tooFew: 'StoreKeeper noemt te weinig orders om te weten of er meer zijn.',
    from: 'Orders zijn compleet vanaf {{day}}; oudere: {{percentage}}.',
    none: 'Van geen enkele periode zijn de orders al compleet; gelezen: {{percentage}}.',
    known: '{{done, number}} van de {{of, number}} bekende orders zijn gelezen.',
    unreadable_one: '{{count, number}} order is niet te lezen. De maanden waarin hij kan vallen, zijn niet compleet.',
    unreadable_other:
      '{{count, number}} orders zijn niet te lezen. De maanden waarin ze kunnen vallen, zijn niet compleet.',
    unread_one: '{{count, number}} order is nog niet gelezen. De maanden waarin hij kan vallen, zijn niet compleet.',
    unread_other:
      '{{count, number}} orders zijn nog niet gelezen. De maanden waarin ze kunnen vallen, zijn niet compleet.',
    refused: 'Over een periode die nog niet compleet is, geeft Tilldesk geen cijfers.',
    scroller: 'Orders per maand, schuift opzij',
    year: 'Jaar',
    complete: 'compleet',
    incomplete: 'nog niet compleet',
    legend: 'De maanden met een klokje zijn nog niet compleet.',
  },
  check: {
    title: 'Laatste controle',
    none: 'Nog niet gecontroleerd. Dat begint als alles één keer is gelezen.',
    holds: 'Gecontroleerd op {{moment}}: geen verschillen.',
    differs: 'Gecontroleerd op {{moment}}. Er zijn verschillen:',
    missing_one: '{{count, number}} order ontbrak in de kopie en wordt alsnog gelezen.',
    missing_other: '{{count, number}} orders ontbraken in de kopie en worden alsnog gelezen.',
    removed_one:
      '{{count, number}} order wordt daar niet meer genoemd. Hij verdwijnt uit de kopie, tenzij StoreKeeper hem nog kan vinden.',
    removed_other:
      '{{count, number}} orders worden daar niet meer genoemd. Ze verdwijnen uit de kopie, tenzij StoreKeeper ze nog kan vinden.',
    differing_one:
      'Van {{of, number}} oude orders die opnieuw zijn gelezen, was {{count, number}} ongemerkt veranderd: {{amount}}.',
    differing_other:
      'Van {{of, number}} oude orders die opnieuw zijn gelezen, waren er {{count, number}} ongemerkt veranderd: samen {{amount}}.',
  },
  notes: {
    title: 'Bijzonderheden',
    intro: 'Wat u moet weten om de cijfers goed te lezen.',
    none: 'Niets hier heeft gevolgen voor de cijfers.',
    harmless_one: '{{count, number}} zonder gevolg voor de cijfers',
    harmless_other: '{{count, number}} zonder gevolg voor de cijfers',
    amount: 'samen {{amount}}',
    difference: 'samen een verschil van {{amount}}',
    examples_one: '{{count, number}} voorbeeld',
    examples_other: 'De laatste {{count, number}}',
    record: 'Gegeven',
    given: 'In StoreKeeper',
    written: 'In Tilldesk',
    amountOrDifference: 'Bedrag of verschil',
    records: {
      product: 'Artikel {{id}}',
      price: 'Prijs {{id}}',
      tax_rate: 'Btw-tarief {{id}}',
      order: 'Order {{id}}',
      order_item: 'Orderregel {{id}}',
      product_row: 'Winkelartikel-id {{id}}',
      shop: 'Winkel {{id}}',
      location: 'Vestiging {{id}}',
      payment_method: 'Betaalwijze {{id}}',
      customer: 'Klant {{id}}',
      list: 'Lijst {{id}}',
    },
    unknownKind: 'Hiervoor heeft Tilldesk geen uitleg.',
  },
  leftOut: {
    quote: 'offerte',
    request: 'aanvraag die niet is aanvaard',
    contract: 'contract',
  },
  note: {
    sku_missing: {
      title: 'Artikelen zonder SKU',
      text: 'Tilldesk toont dan een ~ met het nummer van het artikel. Voor de cijfers maakt dit niets uit.',
    },
    sku_taken: {
      title: 'SKU’s van meer dan één artikel',
      text: 'Achter de SKU zet Tilldesk een ~ met het nummer van het artikel. Aan de cijfers verandert niets.',
    },
    stock_unlimited: {
      title: 'Artikelen met onbeperkte voorraad',
      text: 'StoreKeeper geeft van deze artikelen geen aantal. Hun voorraad is hier 0, maar het filter ‘Op voorraad’ vindt ze wel.',
    },
    price_incomplete: {
      title: 'Onvolledige prijzen',
      text: 'De prijs of het btw-tarief ontbreekt of is niet te verwerken, dus Tilldesk laat de prijs weg. Aan de orders verandert niets.',
    },
    price_in_other_currency: {
      title: 'Prijzen in een andere valuta',
      text: 'Tilldesk rekent in euro en laat deze prijzen weg. Aan de orders verandert niets.',
    },
    stock_missing: {
      title: 'Producten zonder voorraad',
      text: 'StoreKeeper geeft van deze artikelen geen voorraad. Hier is die 0.',
    },
    tax_rate_from_line: {
      title: 'Btw-tarieven die niet in de lijst van tarieven staan',
      text: 'Tilldesk maakt het tarief uit het percentage op de orderregel. De btw-bedragen van de orders komen van StoreKeeper.',
    },
    order_left_out: {
      title: 'Orders die niet meetellen',
      text: 'In lijsten en cijfers ontbreken offertes, aanvragen die niet zijn aanvaard, contracten, orders in een andere valuta en orders waarvan datum of bedragen niet te gebruiken zijn.',
    },
    status_unknown: {
      title: 'Orders met een status die Tilldesk niet kent',
      text: 'Een betaalde order staat hier als in behandeling en telt mee. Een onbetaalde staat in de wacht en telt niet mee.',
    },
    number_taken: {
      title: 'Ordernummers die ontbreken of dubbel zijn',
      text: 'Achter het nummer zet Tilldesk een # met het kenmerk van de order. Aan de cijfers verandert niets.',
    },
    header_differs: {
      title: 'Orders waarvan het totaal niet de som van de regels is',
      text: 'Tilldesk neemt beide over zoals StoreKeeper ze geeft. Het ordertotaal en de omzet uit de regels verschillen daardoor dit bedrag.',
    },
    tax_row_differs: {
      title: 'Orders waarvan de btw per tarief niet bij de regels past',
      text: 'De regels blijven zoals StoreKeeper ze geeft. De btw in Tilldesk kan dit bedrag afwijken van die in StoreKeeper.',
    },
    discount_differs: {
      title: 'Orders waarvan de korting niet de som van de regels is',
      text: 'De order heeft de korting die StoreKeeper noemt. De regels hebben de korting die uit hun prijzen volgt.',
    },
    quantity_zero: {
      title: 'Orderregels met aantal 0',
      text: 'Tilldesk laat deze regels weg. Stond er een bedrag op, dan ontbreekt dat in de omzet.',
    },
    line_price_missing: {
      title: 'Orderregels zonder prijs',
      text: 'StoreKeeper laat een prijs van de regel weg. Tilldesk leidt hem af uit het btw-tarief, of uit het ordertotaal min de andere regels.',
    },
    gift_card_with_vat: {
      title: 'Cadeaubonnen die met btw zijn verkocht',
      text: 'Ze tellen als omzet, net als een artikel, en niet als uitgegeven cadeaubon.',
    },
    paid_amount_unknown: {
      title: 'Betaalde orders zonder betaald bedrag',
      text: 'StoreKeeper zegt dat de order is betaald, maar niet hoeveel. Tilldesk legt geen betaling vast, dus die ontbreekt in de betalingen.',
    },
    paid_differs: {
      title: 'Orders waarvan het betaalde bedrag anders is dan verwacht',
      text: 'Tilldesk legt de betaling vast die StoreKeeper noemt. Is de order betaald, dan sluiten verkopen en betalingen niet op elkaar aan. Is hij niet helemaal betaald, dan staat hij in het rapport voor het hele bedrag als nog niet betaald.',
    },
    return_date_unknown: {
      title: 'Retouren waarvan de datum niet bekend is',
      text: 'De retour bestond al toen de order voor het eerst werd gelezen. Hij staat op de laatste datum van de order, en hoort dus misschien bij een andere periode.',
    },
    return_differs: {
      title: 'Terugbetalingen waarvan het bedrag niet bij de regels past',
      text: 'Tilldesk boekt het bedrag dat StoreKeeper noemt, verdeeld over de btw-tarieven van de regels die terugkwamen. Hoeveel er van elk artikel terugkwam, is niet bekend.',
    },
    money_without_goods: {
      title: 'Terugbetalingen zonder artikelen',
      text: 'Er is geld terugbetaald, maar er kwamen geen artikelen terug. Tilldesk verdeelt het bedrag over de btw-tarieven van alle regels van de order.',
    },
    order_differs: {
      title: 'Oude orders die ongemerkt veranderd waren',
      text: 'De dagelijkse controle las ze opnieuw en vond een ander bedrag. Ze zijn bijgewerkt. Andere oude orders kunnen ook achterlopen, hooguit een week.',
    },
    record_unreadable: {
      title: 'Gegevens die niet te lezen zijn',
      text: 'Tilldesk herkent de vorm ervan niet, dus ze ontbreken in lijsten.',
    },
    member_unreadable: {
      title: 'Gegevens die maar deels te lezen zijn',
      text: 'Alleen het genoemde veld ontbreekt. De rest heeft Tilldesk wel.',
    },
    order_unreadable: {
      title: 'Orders die niet te lezen zijn',
      text: 'Over de maanden waarin ze vallen, geeft Tilldesk geen cijfers. Elke paar uur wordt het opnieuw geprobeerd.',
    },
    ids_cut: {
      title: 'Een lijst van orders die niet volledig is',
      text: 'StoreKeeper noemt niet alle orders en zegt dat niet. Tilldesk vraagt de oudere een voor een op. Tot die er zijn, zijn oudere maanden niet compleet.',
    },
    shops_not_read: {
      title: 'Winkels die in deze kopie kunnen ontbreken',
      text: 'Een kanaalsleutel geeft misschien alleen toegang tot de orders van sommige winkels. De genoemde winkels staan in deze kopie. Orders van andere winkels ontbreken in lijsten en cijfers.',
    },
    copy_read_anew: {
      title: 'Een kopie die opnieuw is gelezen',
      text: 'Een nieuwe versie van Tilldesk bewaart de kopie anders en leest haar daarom opnieuw. Retouren die eerder zijn gezien, hebben nu de datum die de order noemt.',
    },
    sweep_incomplete: {
      title: 'Lijsten waarvan het aantal niet klopt',
      text: 'StoreKeeper noemde drie keer een ander aantal dan het gaf. Wat daar verwijderd is, kan hier nog staan.',
    },
  },
  unknown: {
    title: 'Wat niet bekend is',
    reason: '{{platform}} geeft deze niet: ze staan overal als “niet bekend”.',
    reasonOther: 'Dit platform geeft deze niet: ze staan overal als “niet bekend”.',
  },
  emptying: {
    question: 'De kopie van {{platform}} leegmaken?',
    consequence:
      'Alles van uw account op deze pc wordt verwijderd en opnieuw gelezen. Bij het platform verandert niets.',
    unanswered: 'Tot orders opnieuw zijn gelezen, zijn er geen cijfers.',
    dates:
      'Retouren die Tilldesk zelf zag gebeuren, verliezen hun datum: bij het opnieuw lezen is die niet meer bekend.',
    busy: 'De kopie wordt leeggemaakt.',
    done: 'De kopie is leeggemaakt.',
  },
};
