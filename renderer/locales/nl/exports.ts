export const exports = {
  action: 'Exporteren',
  running: '{{name}} wordt weggeschreven…',
  done_one: '{{file}} is klaar: {{count}} rij',
  done_other: '{{file}} is klaar: {{count}} rijen',
  failed: '{{name}} is niet weggeschreven: {{message}}',
  open: 'Openen',
  reveal: 'Tonen in map',
  dismiss: 'Melding sluiten',
  strip: 'Exports',
  dataset: {
    'price-list': 'Prijslijst',
    'discount-orders': 'Kortingsorders',
    'financial-report': 'Financieel rapport',
  },
};
