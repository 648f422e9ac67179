export const live = {
  title: 'Live verkoop',
  selling_one: 'Live: {{count}} per minuut',
  selling_other: 'Live: {{count}} per minuut',
  choiceOff: 'Uit',
  rate_one: '{{count}} per minuut',
  rate_other: '{{count}} per minuut',
  named: '{{name}} ({{rate}})',
  pace: { calm: 'Rustig', usual: 'Gewoon', busy: 'Druk' },
};
