export const connection = {
  builtIn:
    'The data is on this PC itself. Nothing is copied: every figure comes straight from the data folder of Tilldesk.',
  builtInName: 'Built in, on this PC',
  firstOrder: 'First order',
  lastOrder: 'Last order',
  otherPlatform: 'Choose another platform in Settings › Advanced',
  stillUsable: 'The other pages still work.',
  none: {
    title: 'This PC has nothing of {{platform}} yet',
    remote:
      'The platform itself answers what you ask for. Products and prices are stored on this PC too, once they have been read there.',
    wholeCopy: 'Reading begins by itself. As long as nothing has been read, there are no lists and figures.',
  },
  state: 'State',
  states: {
    beginning: 'Nothing read yet',
    failing: 'Reading fails',
    reading: 'Reading',
    waiting: 'Everything that was due has been read',
    stopped: 'Stopped: nothing is read',
  },
  confirmedAt: 'Rights confirmed',
  size: 'On this PC',
  readAgain: 'Read again',
  readOn: 'Read on',
  stop: 'Stop',
  empty: 'Empty…',
  triesAgain: 'It failed like this before. Tilldesk tries again after {{moment}}, or at once if you choose Read again.',
  problems: {
    listsDisagree: 'The platform’s list of products and its list of changes contradict each other.',
    endlessFeed: 'The platform’s list of changes says that there is more, and gives nothing.',
    otherPrices: 'The platform gave other prices than were asked for.',
    badAmount: 'The catalog of the platform has an amount that no price can be.',
    full: 'The copies on this PC are full. Whoever runs Tilldesk can remove some with npm run copies.',
    unwritable: 'The copy cannot be stored. See whether the disk is full.',
  },
  stopped: 'Reading has stopped. What is here stays, but it is not updated.',
  streams: {
    title: 'What is read',
    name: {
      reference: 'Shops, rates and payment methods',
      products: 'Products',
      orders: 'Orders',
      customers: 'Customers',
    },
    finding: 'Tilldesk is finding out what it can read of this account.',
    readBy: 'Read by {{by}}',
    readAt: 'All of it read up to {{moment}}',
    partlyReadAt: 'Up to date as of {{moment}}. Not all older orders have been read yet.',
    notReadYet: 'Not all of it has been read yet',
    done: '{{name}}: {{done, number}} of {{of, number}}',
    doneUnknown: '{{name}}: {{done, number}}; how many there are is not known yet',
    until: '{{done}}, done around {{end}}',
    bar: 'Progress of {{name}}',
    unreached: 'The platform could not be reached the last time. Tilldesk tries again by itself.',
    problem: 'The last reading failed: {{problem}}',
    unreadable: 'Cannot be read. None of the ways to read this is allowed here.',
    unreadableOrders:
      'Cannot be read. Without orders there are no lists of orders, reports and journal entries; products and prices do work.',
    tried: 'Tried',
    refused: '{{by}}: {{reason}}',
  },
  coverage: {
    title: 'Orders by month',
    whole: 'All orders that StoreKeeper names have been read.',
    older: 'There may be orders from before {{day}} that StoreKeeper does not name.',
    tooFew: 'StoreKeeper names too few orders to tell whether there are others.',
    from: 'Orders are complete from {{day}}; older ones: {{percentage}}.',
    none: 'The orders of no period are complete yet; read: {{percentage}}.',
    known: '{{done, number}} of the {{of, number}} known orders have been read.',
    unreadable_one: '{{count, number}} order cannot be read: the months in which it may lie are not complete.',
    unreadable_other: '{{count, number}} orders cannot be read: the months in which they may lie are not complete.',
    unread_one: '{{count, number}} order is not read yet: the months in which it may lie are not complete.',
    unread_other: '{{count, number}} orders are not read yet: the months in which they may lie are not complete.',
    refused: 'Tilldesk gives no figures about a period that is not complete yet.',
    scroller: 'Orders by month, scrolls sideways',
    year: 'Year',
    complete: 'complete',
    incomplete: 'not complete yet',
    legend: 'The months with a clock are not complete yet.',
  },
  check: {
    title: 'Last check',
    none: 'Nothing has been checked yet. That is done when the first reading has ended, and every day after that.',
    holds: 'Checked on {{moment}}: no differences.',
    differs: 'Checked on {{moment}}. There are differences:',
    missing_one: '{{count, number}} order was missing in the copy and is read now.',
    missing_other: '{{count, number}} orders were missing in the copy and are read now.',
    removed_one:
      '{{count, number}} order is no longer named there, and leaves the copy if StoreKeeper does not find it either.',
    removed_other:
      '{{count, number}} orders are no longer named there, and leave the copy if StoreKeeper does not find them either.',
    differing_one:
      'Of {{of, number}} old orders that were read again, {{count, number}} had changed unseen: {{amount}}.',
    differing_other:
      'Of {{of, number}} old orders that were read again, {{count, number}} had changed unseen: {{amount}} in all.',
  },
  notes: {
    title: 'Particulars',
    intro: 'What you need to know to read the figures well.',
    none: 'There are no particulars.',
    amount: '{{amount}} in all',
    difference: '{{amount}} of difference in all',
    examples_one: '{{count, number}} example',
    examples_other: 'The latest {{count, number}}',
    record: 'Of what',
    given: 'In StoreKeeper',
    written: 'In Tilldesk',
    amountOrDifference: 'Amount or difference',
    records: {
      product: 'Product {{id}}',
      price: 'Price {{id}}',
      tax_rate: 'VAT rate {{id}}',
      order: 'Order {{id}}',
      order_item: 'Order line {{id}}',
      product_row: 'Product of a shop {{id}}',
      shop: 'Shop {{id}}',
      location: 'Location {{id}}',
      payment_method: 'Payment method {{id}}',
      customer: 'Customer {{id}}',
      list: 'List {{id}}',
    },
    unknownKind: 'Tilldesk has no explanation for this.',
  },
  leftOut: {
    quote: 'quote',
    request: 'request that was not accepted',
    contract: 'contract',
  },
  note: {
    sku_missing: {
      title: 'Products without an SKU',
      text: 'Tilldesk writes a ~ with the number of the product instead. The figures do not change.',
    },
    sku_taken: {
      title: 'SKUs that several products have',
      text: 'Tilldesk writes a ~ with the number of the product behind the SKU. The figures do not change.',
    },
    stock_unlimited: {
      title: 'Products with unlimited stock',
      text: 'StoreKeeper gives no number then. Their stock is 0 here, and they are found among what is in stock.',
    },
    price_incomplete: {
      title: 'Prices that are not complete',
      text: 'The price or the VAT rate is missing or cannot be processed, so Tilldesk leaves the price out. Orders do not change.',
    },
    price_in_other_currency: {
      title: 'Prices in another currency',
      text: 'Tilldesk works in euros and leaves these prices out. Orders do not change.',
    },
    stock_missing: {
      title: 'Products without stock',
      text: 'StoreKeeper gives no stock of them. It is 0 here.',
    },
    tax_rate_from_line: {
      title: 'VAT rates that are not in the list of rates',
      text: 'Tilldesk makes the rate from the percentage on the order line. The VAT of the orders is that of StoreKeeper.',
    },
    order_left_out: {
      title: 'Orders that do not count',
      text: 'Quotes, requests that were not accepted, contracts, orders in another currency and orders whose date or amounts cannot be used are in no list and in no figure.',
    },
    status_unknown: {
      title: 'Orders with a status that Tilldesk does not know',
      text: 'If the order is paid, it is processing here and counts. Otherwise it is on hold and does not count.',
    },
    number_taken: {
      title: 'Order numbers that are missing or used twice',
      text: 'Tilldesk writes a # with the id of the order behind the number. The figures do not change.',
    },
    header_differs: {
      title: 'Orders whose total is not the sum of their lines',
      text: 'Tilldesk has both as StoreKeeper gives them. The order total and the turnover of the lines then differ by this much.',
    },
    tax_row_differs: {
      title: 'Orders whose VAT by rate does not fit their lines',
      text: 'The lines stay as StoreKeeper gives them. The VAT in Tilldesk can differ by this much from that in StoreKeeper.',
    },
    discount_differs: {
      title: 'Orders whose discount is not the sum of their lines',
      text: 'The order has the discount that StoreKeeper states; the lines have what follows from their prices.',
    },
    quantity_zero: {
      title: 'Order lines with quantity 0',
      text: 'Tilldesk leaves these lines out. If they had an amount, the turnover lacks it.',
    },
    line_price_missing: {
      title: 'Order lines without a price',
      text: 'StoreKeeper leaves out a price of the line. Tilldesk works it out from the VAT rate, or from the order total minus the other lines.',
    },
    gift_card_with_vat: {
      title: 'Gift cards that were sold with VAT',
      text: 'They count as turnover, as a product does, and not as a gift card that was issued.',
    },
    paid_amount_unknown: {
      title: 'Paid orders without a paid amount',
      text: 'StoreKeeper says that the order is paid, but not how much. Tilldesk writes no payment, so the payments lack it.',
    },
    paid_differs: {
      title: 'Orders whose paid amount is not what was expected',
      text: 'Tilldesk writes the payment that StoreKeeper states. If the order is paid, sales and payments do not match. If it is paid in part, the report has all of it as not paid yet.',
    },
    return_date_unknown: {
      title: 'Returns whose date is not known',
      text: 'The return was there when the order was first read. It has the latest date that the order states, and may belong to another period.',
    },
    return_differs: {
      title: 'Refunds whose amount does not fit their lines',
      text: 'Tilldesk books the amount that StoreKeeper states, split by the VAT rates of the lines that came back. How much came back of which product is not known then.',
    },
    money_without_goods: {
      title: 'Refunds without goods',
      text: 'Money went back and no goods came. Tilldesk splits it by the VAT rates of all lines of the order.',
    },
    order_differs: {
      title: 'Old orders that had changed unseen',
      text: 'The daily check read them again and found another amount. They are up to date now; other old orders may be behind like this, for a week at most.',
    },
    record_unreadable: {
      title: 'Data that cannot be read',
      text: 'It does not have the form that Tilldesk knows, and lists lack it.',
    },
    member_unreadable: {
      title: 'Data of which a part cannot be read',
      text: 'Only the field that is named is missing; the rest was taken over.',
    },
    order_unreadable: {
      title: 'Orders that cannot be read',
      text: 'Tilldesk gives no figures about the months in which they lie. It tries again every few hours.',
    },
    ids_cut: {
      title: 'A list of orders that is cut off',
      text: 'StoreKeeper does not name all orders, and does not say so. Tilldesk asks for the older ones one by one; until then older months are not complete.',
    },
    shops_not_read: {
      title: 'Shops that may be missing in this copy',
      text: 'A channel key may see the orders of some shops only. The named shops are in this copy; orders of others are missing in lists and figures.',
    },
    copy_read_anew: {
      title: 'A copy that was read again',
      text: 'A new version of Tilldesk stores the copy in another form, and so reads it again. Returns that were seen before have the date that the order states.',
    },
    sweep_incomplete: {
      title: 'Lists that have other records than they say',
      text: 'StoreKeeper states one number and gave another, three times. What was removed there may still be here.',
    },
  },
  unknown: {
    title: 'What is not known',
    reason: '{{platform}} does not give these. They are “not known” everywhere, and never 0.',
    reasonOther: 'This platform does not give these. They are “not known” everywhere, and never 0.',
  },
  emptying: {
    question: 'Empty the copy of {{platform}}?',
    consequence:
      'Everything of your account on this PC is removed. Nothing changes at the platform itself. Reading then begins from the start.',
    unanswered: 'Until the orders have been read again, there are no figures.',
    dates: 'Returns that Tilldesk saw happen lose their date: it is not known any more when they are read again.',
    busy: 'The copy is being emptied.',
    done: 'The copy is empty.',
  },
};
