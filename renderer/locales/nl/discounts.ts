export const discounts = {
  title: 'Orders met korting',
  /** The menu of what the list shows. */
  show: 'Tonen',
  only_full: '100% korting',
  hide_rounding: 'Zonder afronding',
  only_counting: 'Zonder nieuw, in de wacht en geannuleerd',
  sign: 'Kortingen',
  signs: {
    positive: 'Positief',
    both: 'Positief en negatief',
    negative: 'Alleen negatief',
  },
  chosenSign: {
    both: 'Ook negatief',
    negative: 'Alleen negatief',
  },
  bounds: 'Korting vanaf',
  min_percentage: 'Vanaf percentage',
  min_discount_wt: 'Vanaf bedrag in € incl. btw',
  boundWrong: 'Vul een getal in van 0 tot {{maximum, number}}, zoals 12,50.',
  from: 'Vanaf {{bound}}',
  groupBy: 'Groeperen per',
  /** With what it is, so that all filters fit in one row. */
  groupedBy: 'Per',
  grouping: {
    shop: 'winkel',
    location: 'vestiging',
    day: 'dag',
    customer: 'klant',
  },
  noCustomer: 'Zonder klant',
  fold: '{{title}} inklappen',
  unfold: '{{title}} uitklappen',
  foldAll: 'Alles inklappen',
  unfoldAll: 'Alles uitklappen',
  openOrder: 'Order {{number}} openen in de Backoffice',
  empty: {
    title: 'Geen orders met korting: {{period}}',
    byPeriod: 'In deze periode is geen order met korting verkocht.',
    byFilters: 'In deze periode voldoet geen order met korting aan de filters.',
    excluded: '‘{{negative}}’ en ‘{{bound}}’ gaan niet samen: een negatieve korting heeft geen percentage.',
  },
};
