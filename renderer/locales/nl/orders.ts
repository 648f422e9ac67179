export const orders = {
  table: 'Orders van de periode',
  search: 'Ordernummer of klant',
  count_one: '{{text}} order',
  count_other: '{{text}} orders',
  reading: 'Orders worden opgehaald',
  stillUsable: 'Een andere periode kiezen en de overige pagina’s blijven werken.',
  empty: {
    title: 'Geen orders: {{period}}',
    byPeriod: 'In deze periode is geen order geplaatst.',
    byFilters: 'In deze periode voldoet geen order aan de filters.',
    widen: 'Toon {{period}}',
  },
  order: {
    untitled: 'Order',
    title: 'Order {{number}}',
    open: 'Hele order bekijken',
    openBackoffice: 'Openen in Backoffice',
    copyNumber: 'Ordernummer {{number}} kopiëren',
    unknownCustomer: 'Onbekend',
    stillUsable: 'De lijst met orders en de overige pagina’s blijven werken.',
  },
  gone: {
    title: 'Order-id {{id}} uit het adres bestaat hier niet.',
    reason: 'De order is er niet, of hoort bij een vestiging die u niet ziet.',
    action: 'Naar alle orders',
  },
  values: {
    title: 'Bedragen van de order',
    value: 'Orderwaarde',
    discount: 'Korting',
    ex: 'Excl. btw (€)',
    wt: 'Incl. btw (€)',
  },
  items: {
    title: 'Regels',
    sku: 'Artikelnummer',
    item: 'Omschrijving',
    group: 'Omzetgroep',
    quantity: 'Aantal',
    price: 'Prijs incl. (€)',
    discount: 'Korting incl. (€)',
    valueEx: 'Excl. btw (€)',
    valueWt: 'Incl. btw (€)',
    rate: 'Btw',
    noRate: 'geen',
    total: 'Totaal van de order',
  },
  itemType: {
    gift_card: 'cadeaubon',
    tip: 'fooi',
    invoice_payment: 'betaling van een factuur',
    prepayment: 'vooruitbetaling',
    other: 'overig',
    rounding: 'afronding',
  },
  payments: {
    title: 'Betalingen',
    method: 'Betaalwijze',
    moment: 'Betaald op',
    amount: 'Bedrag (€)',
    total: 'Totaal betaald',
    none: 'Deze order heeft geen betalingen.',
    invoicePaid:
      'Op rekening, en betaald: {{amount}} is met een latere order voldaan. Welke order dat is, geeft het platform niet door.',
    invoiceOpen: 'Op rekening, nog niet betaald: {{amount}} staat open.',
  },
  remark: {
    value_wt:
      'De regels tellen incl. btw op tot {{sum}}, op de order zelf staat {{stated}}: een verschil van {{difference}}.',
    value_ex_wt:
      'De regels tellen excl. btw op tot {{sum}}, op de order zelf staat {{stated}}: een verschil van {{difference}}.',
    discount_value_wt:
      'De kortingen van de regels tellen incl. btw op tot {{sum}}, op de order zelf staat {{stated}}: een verschil van {{difference}}.',
    discount_value_ex_wt:
      'De kortingen van de regels tellen excl. btw op tot {{sum}}, op de order zelf staat {{stated}}: een verschil van {{difference}}.',
    paid: 'De betalingen tellen op tot {{sum}}; de orderwaarde is {{stated}}.',
  },
};
