import { ORDER_STATUS_WORDS } from '../../../shared/order-status-words.ts';

export const discounts = {
  title: 'Kortingsorders',
  shop: 'Winkel',
  shopsFailed: 'Winkels zijn niet geladen. Opnieuw proberen',
  onlyFull: 'Volledig gekort',
  includeNegative: 'Ook negatieve kortingen',
  table: 'Orders met korting',
  count_one: '{{text}} order',
  count_other: '{{text}} orders',
  reading: 'Orders worden opgehaald',
  total: 'Totaal',
  openOrder: 'Order {{number}} openen in de backoffice',
  stillUsable: 'Een andere periode kiezen en de overige pagina’s blijven werken.',
  status: ORDER_STATUS_WORDS.nl,
  empty: {
    title: 'Geen kortingsorders: {{period}}',
    byPeriod: 'In deze periode is geen order met korting verkocht.',
    byFilters: 'In deze periode voldoet geen order met korting aan de filters.',
    widen: 'Toon {{period}}',
  },
};
