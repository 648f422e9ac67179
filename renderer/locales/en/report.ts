import { REPORT_LABELS } from '../../../shared/report-labels.ts';

const LABELS = REPORT_LABELS.en;

export const report = {
  unknownFigure: 'The platform does not give this amount: {{name}}.',
  unknownCost: 'For some products no cost is known, and so no margin.',
  allLocations: 'All locations',
  lockedLocation: 'You see this location only',
  reading: 'Reading new figures. You still see {{period}}.',
  empty: 'No orders in this period.',
  stillUsable: 'The other pages work as usual.',
  locationsFailed: 'Locations were not loaded. Try again',
  vat: 'VAT',
  ofTurnover: '% of turnover',
  vatReturn: {
    title: LABELS.sections.vatReturn,
    box: LABELS.boxes,
    declared: 'Enter in the VAT return, in whole euros',
    declaredBase: 'Turnover',
    declaredTax: 'VAT',
    declaredTotal: LABELS.items.declaredTotal,
    chooseAll: 'The return is for the whole company: choose all shops.',
    notAlone: 'The return is for the whole company, and you see this location only.',
    note: LABELS.vatNote,
    foreignNote: LABELS.foreignNote,
  },
  revenue: {
    title: LABELS.sections.revenue,
    sales: LABELS.items.sales,
    turnover: LABELS.items.turnover,
    margin: LABELS.items.margin,
    marginPercentage: 'Gross margin, % of turnover',
    nonRevenue: LABELS.sections.nonRevenue,
  },
  direct: {
    title: LABELS.sections.directPaid,
    methods: LABELS.sections.paymentMethods,
    methodUnknown: '(the method of each payment is not known)',
    methodsTotal: LABELS.items.methodsTotal,
    ownBalance: 'Difference, computed again from the payment methods',
  },
  notPaid: {
    title: LABELS.sections.notPaidNow,
    settled: LABELS.sections.settledSince,
  },
  roundingRate: 'A few cents below zero: a rounding correction of the sales platform, not a sale',
  keyFigures: LABELS.sections.keyFigures,
  openRows: 'Show the rows of this amount',
  making: {
    sumOfLines: 'Sum of the lines above',
    sumOfGroups: 'Sum of the turnover groups and the rounding differences',
    margin: 'Sum of turnover and cost of goods sold',
    vat: 'Computed: amount including VAT − amount excluding VAT',
    otherSection: 'A total that stands above already',
    rest: 'Computed: turnover − total of all rates − rounding differences',
    balance: 'Computed: total payment methods − total paid directly',
  },
  comparison: {
    label: 'Compare with',
    choice: { before: 'The period before', 'last-year': 'The same period last year' },
    percentage: 'Difference %',
    only: 'of {{period}} only',
    side: 'Amounts that are compared',
    with: { ex: 'Compared with {{period}}, excl. VAT.', wt: 'Compared with {{period}}, incl. VAT.' },
    today: {
      'left-out': 'Whole days: today does not count yet.',
      alone: 'Today counts up to now, {{period}} as a whole.',
    },
    how: 'How it is compared',
    head: 'compared with {{period}}',
    lines: LABELS.comparisonNote,
    percentages: LABELS.percentageNote,
    overview: 'The overview counts today, and the other day up to the same time.',
    unknown: 'Not known of {{period}}: {{names}}',
    reading: 'Reading the figures of {{period}}',
    failed: 'The figures of {{period}} were not loaded.',
  },
  charts: {
    label: 'Show as',
    table: 'Amounts',
    chart: 'Chart',
    rates: 'VAT rates, including VAT, with their share of what was paid directly',
    methods: 'Payment methods, with their share',
    groups: 'Turnover groups, with their share of the turnover',
    shops: 'Shops, with their share of the turnover',
  },
  print: {
    asOf: 'Figures of {{moment}}',
    zone: 'Days by the time in the Netherlands (Europe/Amsterdam)',
    shops: 'Shops: {{shops}}',
  },
  groups: {
    title: LABELS.sections.groups,
    side: 'Amounts in this table',
  },
  checks: {
    title: 'Checks',
    check: 'Check',
    left: 'Computed',
    right: 'In the report',
    holds: 'Holds',
    fails: 'Does not hold',
    allHold: 'Report reconciles',
    knownHold_one: '{{count}} check holds.',
    knownHold_other: '{{count}} checks hold.',
    unknown_one: '{{count}} check cannot be made: the platform does not give all figures.',
    unknown_other: '{{count}} checks cannot be made: the platform does not give all figures.',
    someFail_one: '{{count}} of {{total}} checks does not hold',
    someFail_other: '{{count}} of {{total}} checks do not hold',
    contradicted_one: 'On {{count}} check the sales platform has another result.',
    contradicted_other: 'On {{count}} checks the sales platform has another result.',
    platformHolds: 'Result of the sales platform: holds',
    platformFails: 'Result of the sales platform: does not hold',
    platformMissing: 'The sales platform gives no result for this check',
    causes: 'Possible causes, the likeliest first',
    name: LABELS.checks,
    short: {
      turnover_ex: 'Turnover excl. VAT',
      turnover_wt: 'Turnover incl. VAT',
      direct_total_ex: 'Paid directly excl. VAT',
      direct_total_wt: 'Paid directly incl. VAT',
      payments: 'Payment methods',
      bridge_wt: 'Link to turnover',
      groups_ex: 'Turnover groups excl. VAT',
      groups_wt: 'Turnover groups incl. VAT',
      group_shops_ex: 'Shops by group excl. VAT',
      group_shops_wt: 'Shops by group incl. VAT',
      shop_totals_ex: 'Shop totals excl. VAT',
      shop_totals_wt: 'Shop totals incl. VAT',
    },
  },
  cause: {
    figure: {
      cashRounding:
        'The difference of {{amount}} is exactly the rounding differences: cash rounding is left out on one side.',
      cashRoundingReversed:
        'The difference of {{amount}} is exactly twice the rounding differences: they were added instead of taken off, or the reverse.',
      returns: 'The difference of {{amount}} is exactly the returns: they are left out on one side.',
      returnsReversed:
        'The difference of {{amount}} is exactly twice the returns: they were added instead of taken off.',
      giftCards:
        'The difference of {{amount}} is exactly the gift cards sold: they are no turnover and count on one side all the same.',
      tips: 'The difference of {{amount}} is exactly the tips: they are no turnover and count on one side all the same.',
      paymentsOnInvoice:
        'The difference of {{amount}} is exactly the payments on earlier invoices: they count on one side and not on the other.',
      prepayments:
        'The difference of {{amount}} is exactly the prepayments: they count on one side and not on the other.',
      otherNonRevenue:
        'The difference of {{amount}} is exactly what else is no turnover: it counts on one side and not on the other.',
      nonRevenueTotal:
        'The difference of {{amount}} is exactly all that was received and is no turnover: it is left out on one side.',
      notPaid:
        'The difference of {{amount}} is exactly what is on account and not paid yet: these orders are left out on one side.',
      settled:
        'The difference of {{amount}} is exactly what was sold on account and paid since: these orders are left out on one side.',
    },
    smallRounding:
      'A difference of {{amount}} is probably a rounding line: some sales platforms book such a correction as a discount, as a payment or as a tiny amount below zero at 21%.',
    row: {
      extra: 'The difference of {{amount}} is exactly {{row}}: that line is there twice or is not in the total.',
      missing: 'The difference of {{amount}} is exactly {{row}}: that line is missing or is in the total twice.',
      reversed: 'The difference of {{amount}} is exactly twice {{row}}: that line has the wrong sign.',
    },
    kind: {
      rate: 'the VAT rate {{name}}',
      method: 'the payment method {{name}}',
      group: 'the turnover group {{name}}',
      shop: 'the shop {{name}}',
    },
  },
  causes: {
    turnover: {
      first: 'An order came in while the report was being made. Refresh the report.',
      second: 'An order line is neither sale nor return nor rounding, such as a line with quantity zero.',
      third: 'For a difference of a few cents: turnover was rounded per order and the lines one by one.',
    },
    direct_total: {
      first: 'An order came in while the report was being made. Refresh the report.',
      second: 'A product on a directly paid order has no VAT rate and is missing from the rates.',
      third: 'A gift card, tip or prepayment is on an order on account instead of a directly paid one.',
    },
    payments: {
      first: 'A directly paid order is not paid in full. Look for an order with the difference as open amount.',
      second: 'For a difference of a few cents: a cash payment was rounded without a rounding line.',
      third: 'A payment was booked twice, or change was not taken off a cash payment.',
    },
    bridge: {
      first: 'An invoice was paid while the report was being made. Refresh the report.',
      second: 'An order is marked as on account and has a direct payment all the same, or the reverse.',
      third: 'A gift card or a payment on an invoice was rung up as a product and so counts as turnover.',
    },
    groups: {
      first: 'A product that was sold has no turnover group. Look for products with an empty group.',
      second: 'A turnover group was deleted while it still has turnover in this period.',
      third: 'Rounding differences are missing from the last row. Compare the difference with that line in Turnover.',
    },
    group_shops: {
      first: 'A shop with turnover in this period has no column, for instance because it was closed.',
      second: 'A shop moved to another location in this period.',
      third: 'An order came in while the report was being made. Refresh the report.',
    },
    shop_totals: {
      first: 'A shop with turnover in this period has no column, for instance because it was closed.',
      second: 'A turnover group counts in a shop total and has no row in the table.',
      third: 'An order came in while the report was being made. Refresh the report.',
    },
  },
};
