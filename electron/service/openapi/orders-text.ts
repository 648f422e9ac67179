/** How orders work: what somebody has to know to make figures of them. */
export const ORDERS_TEXT = `
## Orders

| Status | Meaning | Counts in figures | Can become |
|---|---|---|---|
| \`new\` | Has come in; nothing was done yet | no | any other |
| \`processing\` | Is being handled | yes | any other |
| \`on_hold\` | Waits, such as for its payment | no | any other |
| \`complete\` | Was handed over | yes | \`refunded\` |
| \`refunded\` | All of it came back | yes | none: final |
| \`cancelled\` | Was called off | no | none: final |

A return is an order of its own with negative quantities, dated when it happened. The order that it takes back keeps
its values and goes on counting; once all of it came back it is \`refunded\`.

An item of type \`product\` is what was sold, shipping included. It has a turnover group and a VAT rate; exempt is a
rate as well. \`rounding\` is what rounding cash to 5 cents added or took off. The other types bring in money that is
no turnover: a \`gift_card\` sold, a \`tip\`, a \`prepayment\`, an \`invoice_payment\`. What is not a product has no VAT:
its values are alike on both sides.

An order with the \`payment_term\` \`direct\` has payments of its own, which come to its value once it counts. One with
\`invoice\` has products alone and no payments. It is paid in full by one \`invoice_payment\` item of a later direct
order; from then on its \`is_paid\` is true. A prepayment is money taken before the sale. The later order uses it as a
payment, by an internal method.

Internal methods (returns, payment balance, imported, dummy) are not in \`GET /api/payment-methods\`. A payment or a row
of a report that has one names its \`title\` and \`type_alias\` itself.
`.trim();
