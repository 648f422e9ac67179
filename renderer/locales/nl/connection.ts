export const connection = {
  builtInName: 'Ingebouwd, op deze pc',
  firstOrder: 'Eerste order',
  lastOrder: 'Laatste order',
  otherPlatform: 'Een andere gegevensbron kiest u bij het aanmelden: klik op uw naam en kies Ander account.',
  stillUsable: 'De andere pagina’s werken gewoon.',
  none: {
    title: 'Er is nog niets van {{platform}} op deze pc',
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
  readOn: 'Verder lezen',
  stop: 'Stoppen',
  empty: 'Leegmaken…',
  triesAgain: 'Tilldesk probeert het weer na {{moment}}, of meteen als u Opnieuw lezen kiest.',
  problems: {
    listsDisagree: 'De lijst met artikelen en de lijst met wijzigingen van het platform spreken elkaar tegen.',
    endlessFeed: 'De lijst met wijzigingen van het platform zegt dat er meer is, maar geeft niets.',
    otherPrices: 'Het platform gaf andere prijzen dan er gevraagd waren.',
    badAmount: 'De catalogus van het platform heeft een bedrag dat geen prijs kan zijn.',
    full: 'De kopieën op deze pc zijn vol. Wie Tilldesk beheert, kan er met npm run copies een paar verwijderen.',
    unwritable: 'De kopie kan niet worden opgeslagen. Kijk of de schijf vol is.',
  },
  stopped: 'Wat er al is, blijft staan, maar wordt niet bijgewerkt.',
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
      'Niet te lezen: er zijn geen orders, rapporten en journaalposten. Artikelen en prijzen werken wel.',
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
    unreadable_one: '{{count, number}} order is niet te lezen: de maanden waarin die kan vallen, zijn niet compleet.',
    unreadable_other:
      '{{count, number}} orders zijn niet te lezen: de maanden waarin die kunnen vallen, zijn niet compleet.',
    unread_one: '{{count, number}} order is nog niet gelezen: de maanden waarin die kan vallen, zijn niet compleet.',
    unread_other:
      '{{count, number}} orders zijn nog niet gelezen: de maanden waarin die kunnen vallen, zijn niet compleet.',
    refused: 'Over een periode die nog niet compleet is, geeft Tilldesk geen cijfers.',
    scroller: 'Orders per maand, schuift opzij',
    year: 'Jaar',
    complete: 'compleet',
    incomplete: 'nog niet compleet',
    legend: 'De maanden met een klokje zijn nog niet compleet.',
  },
  check: {
    title: 'Laatste controle',
    none: 'Nog niet gecontroleerd: dat begint als de eerste keer lezen klaar is.',
    holds: 'Gecontroleerd op {{moment}}: geen verschillen.',
    differs: 'Gecontroleerd op {{moment}}. Er zijn verschillen:',
    missing_one: '{{count, number}} order ontbrak in de kopie en wordt alsnog gelezen.',
    missing_other: '{{count, number}} orders ontbraken in de kopie en worden alsnog gelezen.',
    removed_one:
      '{{count, number}} order wordt daar niet meer genoemd, en verdwijnt uit de kopie als StoreKeeper hem ook niet vindt.',
    removed_other:
      '{{count, number}} orders worden daar niet meer genoemd, en verdwijnen uit de kopie als StoreKeeper ze ook niet vindt.',
    differing_one:
      'Van {{of, number}} oude orders die opnieuw zijn gelezen, was {{count, number}} ongezien veranderd: {{amount}}.',
    differing_other:
      'Van {{of, number}} oude orders die opnieuw zijn gelezen, waren er {{count, number}} ongezien veranderd: samen {{amount}}.',
  },
  notes: {
    title: 'Bijzonderheden',
    intro: 'Wat u moet weten om de cijfers goed te lezen.',
    none: 'Er is niets dat de cijfers raakt.',
    harmless_one: '{{count, number}} zonder gevolg voor de cijfers',
    harmless_other: '{{count, number}} zonder gevolg voor de cijfers',
    amount: 'samen {{amount}}',
    difference: 'samen {{amount}} verschil',
    examples_one: '{{count, number}} voorbeeld',
    examples_other: 'De laatste {{count, number}}',
    record: 'Waarvan',
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
      text: 'Tilldesk zet er een ~ met het nummer van het artikel voor in de plaats. Aan de cijfers verandert niets.',
    },
    sku_taken: {
      title: 'SKU’s die bij meer dan één artikel horen',
      text: 'Achter de SKU zet Tilldesk een ~ met het nummer van het artikel. Aan de cijfers verandert niets.',
    },
    stock_unlimited: {
      title: 'Artikelen met onbeperkte voorraad',
      text: 'StoreKeeper geeft dan geen aantal. Als voorraad staat hier 0, en ze zijn te vinden bij wat op voorraad is.',
    },
    price_incomplete: {
      title: 'Prijzen die niet volledig zijn',
      text: 'De prijs of het btw-tarief ontbreekt of is niet te verwerken, dus Tilldesk laat de prijs weg. Aan de orders verandert niets.',
    },
    price_in_other_currency: {
      title: 'Prijzen in een andere valuta',
      text: 'Tilldesk rekent in euro en laat deze prijzen weg. Aan de orders verandert niets.',
    },
    stock_missing: {
      title: 'Producten zonder voorraad',
      text: 'StoreKeeper geeft er geen voorraad van. Hier is die 0.',
    },
    tax_rate_from_line: {
      title: 'Btw-tarieven die niet in de lijst van tarieven staan',
      text: 'Tilldesk maakt het tarief uit het percentage op de orderregel. De btw van de orders is die van StoreKeeper.',
    },
    order_left_out: {
      title: 'Orders die niet meetellen',
      text: 'Offertes, aanvragen die niet zijn aanvaard, contracten, orders in een andere valuta en orders waarvan datum of bedragen niet te gebruiken zijn, staan in geen lijst en geen cijfer.',
    },
    status_unknown: {
      title: 'Orders met een status die Tilldesk niet kent',
      text: 'Is de order betaald, dan staat hij hier als in behandeling en telt hij mee. Anders staat hij in de wacht en telt hij niet mee.',
    },
    number_taken: {
      title: 'Ordernummers die ontbreken of dubbel zijn',
      text: 'Achter het nummer zet Tilldesk een # met het kenmerk van de order. Aan de cijfers verandert niets.',
    },
    header_differs: {
      title: 'Orders waarvan het totaal niet de som van de regels is',
      text: 'Tilldesk neemt beide over zoals StoreKeeper ze geeft. Het ordertotaal en de omzet uit de regels verschillen dan zoveel.',
    },
    tax_row_differs: {
      title: 'Orders waarvan de btw per tarief niet bij de regels past',
      text: 'De regels blijven zoals StoreKeeper ze geeft. De btw in Tilldesk kan zoveel afwijken van die in StoreKeeper.',
    },
    discount_differs: {
      title: 'Orders waarvan de korting niet de som van de regels is',
      text: 'De order heeft de korting die StoreKeeper noemt; op de regels staat wat uit hun prijzen volgt.',
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
      text: 'StoreKeeper zegt dat de order is betaald, maar niet hoeveel. Tilldesk legt geen betaling vast, dus in de betalingen ontbreekt dit.',
    },
    paid_differs: {
      title: 'Orders waarvan het betaalde bedrag anders is dan verwacht',
      text: 'Tilldesk legt de betaling vast die StoreKeeper noemt. Is de order betaald, dan sluiten verkopen en betalingen niet op elkaar aan. Is hij niet helemaal betaald, dan staat hij in het rapport voor het hele bedrag als nog niet betaald.',
    },
    return_date_unknown: {
      title: 'Retouren waarvan de datum niet bekend is',
      text: 'De retour was er al toen de order voor het eerst werd gelezen. Hij staat op de laatste datum die de order noemt, en kan dus in een andere periode horen.',
    },
    return_differs: {
      title: 'Terugbetalingen waarvan het bedrag niet bij de regels past',
      text: 'Tilldesk boekt het bedrag dat StoreKeeper noemt, verdeeld over de btw-tarieven van de regels die terugkwamen. Welk artikel hoeveel terugbracht, is dan niet bekend.',
    },
    money_without_goods: {
      title: 'Terugbetalingen zonder artikelen',
      text: 'Er ging geld terug zonder dat er artikelen terugkwamen. Tilldesk verdeelt het over de btw-tarieven van alle regels van de order.',
    },
    order_differs: {
      title: 'Oude orders die ongezien veranderd waren',
      text: 'De dagelijkse controle las ze opnieuw en vond een ander bedrag. Ze zijn bijgewerkt; andere oude orders kunnen ook zo achterlopen, hooguit een week.',
    },
    record_unreadable: {
      title: 'Gegevens die niet te lezen zijn',
      text: 'Ze hebben niet de vorm die Tilldesk kent, en ontbreken in lijsten.',
    },
    member_unreadable: {
      title: 'Gegevens waarvan een deel niet te lezen is',
      text: 'Alleen het genoemde veld ontbreekt; de rest is overgenomen.',
    },
    order_unreadable: {
      title: 'Orders die niet te lezen zijn',
      text: 'Over de maanden waarin ze vallen, geeft Tilldesk geen cijfers. Elke paar uur wordt het opnieuw geprobeerd.',
    },
    ids_cut: {
      title: 'Een lijst van orders die is afgekapt',
      text: 'StoreKeeper noemt niet alle orders en zegt dat niet. Tilldesk vraagt de oudere een voor een; tot dan zijn oudere maanden niet compleet.',
    },
    shops_not_read: {
      title: 'Winkels die in deze kopie kunnen ontbreken',
      text: 'Een kanaalsleutel ziet misschien alleen de orders van sommige winkels. De genoemde winkels staan in deze kopie; orders van andere ontbreken in lijsten en cijfers.',
    },
    copy_read_anew: {
      title: 'Een kopie die opnieuw is gelezen',
      text: 'Een nieuwe versie van Tilldesk bewaart de kopie anders en leest haar daarom opnieuw. Retouren die eerder zijn gezien, hebben nu de datum die de order noemt.',
    },
    sweep_incomplete: {
      title: 'Lijsten waarvan het aantal niet klopt',
      text: 'StoreKeeper noemt een aantal en gaf een ander, drie keer. Wat daar verwijderd is, kan hier nog staan.',
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
      'Retouren die Tilldesk zelf zag gebeuren, verliezen hun datum: die is bij het opnieuw lezen niet meer bekend.',
    busy: 'De kopie wordt leeggemaakt.',
    done: 'De kopie is leeggemaakt.',
  },
};
