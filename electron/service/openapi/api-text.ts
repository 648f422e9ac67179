import { MAX_TOKENS_PER_USER, TOKEN_LIFETIME_S, TOKEN_REFRESH_AFTER_S } from '../../../shared/contract/auth.ts';
import type { Tag } from '../../../shared/contract/endpoint.ts';
import { MAX_EVENTS_PER_DELIVERY, ROTATION_HOURS, SIGNED_EXAMPLE } from '../../../shared/contract/webhook-records.ts';
import { API_KEY_PATTERN } from '../security/api-key-format.ts';

/** Explains what a reader needs to compute figures from orders. */
const ORDERS_TEXT = `
## Orders

| Status | Meaning | Counts in figures | Can become |
|---|---|---|---|
| \`new\` | Received, not handled yet | no | any other |
| \`processing\` | Is being handled | yes | any other |
| \`on_hold\` | Waiting, for example for payment | no | any other |
| \`complete\` | Delivered or handed over | yes | \`refunded\` |
| \`refunded\` | Everything was returned | yes | none: final |
| \`cancelled\` | Cancelled | no | none: final |

A return is a separate order with negative quantities and its own date. The original order keeps its values and still
counts. Once everything was returned, its status is \`refunded\`.

An item of type \`product\` is something sold, shipping included. It has a turnover group and a VAT rate, which may be
exempt. A \`rounding\` item is the difference from rounding cash to 5 cents. The other types are money received that
is not turnover: a \`gift_card\` sold, a \`tip\`, a \`prepayment\`, an \`invoice_payment\`, or \`other\`, which the
platform marks as non-revenue. Only products have VAT: other items have the same value with and without it.

An order with the \`payment_term\` \`direct\` has payments, which add up to its value once it counts. An order with
\`invoice\` has only products and no payments. One \`invoice_payment\` item of a later direct order pays it in full;
from then on its \`is_paid\` is true. A prepayment is money received before the sale. The later order uses it as a
payment with an internal method.

Internal methods (returns, payment balance, imported, dummy) are not in \`GET /api/payment-methods\`. A payment or report
row with such a method has its \`title\` and \`type_alias\`.
`.trim();

const { secret, id, timestamp, signature, body } = SIGNED_EXAMPLE;

/** Explains how to receive webhooks. */
const WEBHOOKS_TEXT = `
## Webhooks

Webhooks notify you of changes, by [Standard Webhooks](https://www.standardwebhooks.com) 1.0:

1. \`POST /api/webhooks\` with the HTTPS address of your receiver and its events. Store the \`secret\` from the response.
2. \`POST /api/webhooks/{id}/ping\` sends a message of type \`ping\` and returns how it went.
3. In the receiver, check the signature and the age of each message before you trust it.
4. Answer 2xx at once. Then skip events that you have handled before, and read the records that changed.

### The message

A \`POST\` of JSON, of type \`batch\` or \`ping\`, with the headers \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\`. A batch has at most ${MAX_EVENTS_PER_DELIVERY} events and 20 kB: ids and versions only. Its schemas are under
\`webhooks\` in the document. Types and members may be added: answer 2xx to what you do not know.

### The signature

1. Take the text after \`whsec_\` in the secret and decode it as base64: that is the key.
2. Join \`webhook-id\`, \`webhook-timestamp\` and the body with full stops: \`id.timestamp.body\`. Use the received bytes of the
   body, before you parse any JSON.
3. Compute its HMAC-SHA256, in base64 with padding, and put \`v1,\` before it.
4. Split \`webhook-signature\` at spaces: for ${ROTATION_HOURS} hours after a rotation there are two, one for each secret. One of
   them must match; compare in constant time.
5. Refuse a \`webhook-timestamp\` (Unix seconds of this attempt) that is more than 5 minutes off.

An example to test a receiver with, without step 5:

~~~
secret             ${secret}
webhook-id         ${id}
webhook-timestamp  ${timestamp}
webhook-signature  ${signature}
body               ${body}
~~~

### The answer

| Answer | What it means |
|---|---|
| 2xx within 15 s | Success: the message is not sent again |
| 410 | The webhook is disabled at once |
| Anything else, a redirect, or no response in time | A failure: another attempt follows |

Only the status counts; the log stores the first 1024 bytes of the body. There are ten attempts: at once, and then
5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after each failure, each wait longer or shorter by up to
a tenth. The last one is about three days and three and a half hours after the first. \`Retry-After\`, in seconds or as a
date, delays the next attempt by at most a day, and never makes it earlier. After 429, 502, 503 or 504 other messages wait
too, for up to a minute.

When the last attempt fails, the webhook is disabled if no delivery succeeded since the first attempt failed. Otherwise
only that message is given up; \`POST /api/webhooks/{id}/deliveries/{delivery_id}/replay\` sends it again, with the
header \`webhook-replay\`. Use \`retry\` instead of \`replay\` to attempt a waiting message now. A ping is attempted once, and
its answer never disables the webhook.

### What you can rely on

- **At least once.** Changes are stored before they count as read, so neither a crash nor a restart loses them.
  The same message may come twice, always with the same \`webhook-id\` and body; the timestamp and the signature belong to
  the attempt. An event may come again in another message, with the same \`id\`. Remember the ids that you handled.
- **The latest version.** An event says that a record has reached a version. A version that was replaced before it was
  sent has no event, so do not count events. Read the record for its content: it may be newer by then. A record that
  is not found was removed.
- **No order between messages.** While one waits for its next attempt, later ones arrive. Of two events of a record, the
  one with the higher \`version\` is later, whichever arrived first. Events within a message are in order.
- **No flood.** Except for pings, a webhook gets one message at a time. While five wait, changes are collected and sent
  at their latest version once there is room.
- **Rights.** A webhook sends what its subscriber may see now. Once they lose the role or have another locked
  location, it is disabled.

\`disabled_reason\` of a webhook says why it was disabled, and \`POST /api/webhooks/{id}/enable\` resumes it where it
stopped. A client that missed more can read the delta endpoints: versions are the same there.

Tilldesk connects over HTTPS with a trusted certificate, to public addresses outside its own computer and network,
and follows no redirect. The person who runs the program can allow hosts of the local network by name, address range and
certificate authority.
`.trim();

/** What applies to all operations, for somebody who reads nothing else. */
export const API_DESCRIPTION = `
Read access to a retail and point-of-sale back office: catalog, prices, stock, orders, customers, reference data
and the financial report.

## Signing in

\`POST /api/auth/login\` with account, e-mail address and password returns a token. Send it with every call as
\`Authorization: Bearer <token>\`. It is valid for ${TOKEN_LIFETIME_S / 60} minutes: get a new one from \`POST /api/auth/refresh\`
${TOKEN_REFRESH_AFTER_S / 60} minutes after issue. On a 401, sign in again and repeat the call once; then give up.

A refresh leaves older tokens valid until they expire. A user has at most ${MAX_TOKENS_PER_USER} valid tokens: one more ends
the oldest, so use one token for all calls instead of signing in for each. The e-mail address may be in any case; account
and password are compared exactly. Too many failed sign-ins in a row, or too many at the same time, are answered
with 429 and \`Retry-After\`.

An unattended integration can use an API key (\`tdk_…\`) instead, sent in the same way and without any
renewal. Keys are made in the app or with \`npm run keys\`, not through this API. A scanner for secrets finds
them by \`${API_KEY_PATTERN}\`; the last 6 characters are the CRC32 of the 30 before them in base 62.

By default a key reads no personal data: it gets null for members that name people, such as
\`customer_name\` and \`email\`, and 403 if \`q\` would search them. The schemas say for each such member that it is
null for such a key.

## Rights

Every call acts as the user of the token or key, on that user's account. A user with a locked location sees that
location only: others do not exist for them. The roles \`owner\`, \`accountant\` and \`staff\` read the same data:
everything, or everything in the locked location. Webhooks are for owners and accountants; others
get 403 there. Ids are valid only on their own account.

## Lists and pages

A list is \`{count, total, data}\`: rows in this answer, rows overall, the rows. A list with \`start\` and \`limit\` is
read page by page: append \`data\`, add \`count\` to \`start\`, repeat while \`start < total\` and the page was not empty.
Without \`sort\` and \`q\`, new rows come last, so that no page is disturbed by them. Another order is not stable while rows
are added. With \`sort=-date_purchased\`, a new order moves all rows, and the last row of a page comes again as the first of
the next. Skip rows whose \`id\` you have, or read in the default order.

A \`limit\` above the cap of the list (\`x-cap\` of the parameter) is lowered to it; lists that have \`limit\` in their answer
say which was used.

## Parameters

Parameters are checked strictly. An unknown, repeated or malformed parameter is a 400, and so is an id that
does not exist for the caller. In \`product_ids\` such an id returns no rows. Numbers are 1 to 15 plain digits. A
shop id is never used as a location id. Lists are separated by commas, and may be repeated as well:
\`status=new&status=complete\` is \`status=new,complete\`. White space is allowed around ids, but not around the words
of other lists.

## Money, days and times

Amounts are decimal numbers, all in euros: values have at most 2 decimals, unit prices at most 4. A name with \`_ex\`
anywhere in it excludes VAT, such as \`value_ex_wt\`. Any other name with \`_wt\` includes it, such as \`value_wt\`. A plain
name excludes it, unless VAT does not apply, as for payments. Use both sides as they are: neither follows from the
other to the cent. Percentages are rounded to 2 decimals, halves away from zero.

The sale price of a product is its price row of type 1 without \`from_qty\`; if there are several, the one with the lowest id.

Days are \`YYYY-MM-DD\` in the Europe/Amsterdam time zone, from local midnight to local midnight, and ranges include
both ends. Times are RFC 3339 with the offset of that time. Country codes are two upper-case letters; Greece is GR.
Ignore members that you do not know.

${ORDERS_TEXT}

${WEBHOOKS_TEXT}

## Answers from a copy

A service that shows another deployment of this API keeps a copy of its catalog and reference data; of a
StoreKeeper account it keeps a copy of everything. An answer from it has \`Age\`: the seconds since the platform gave the data
(RFC 9111), usually up to a minute for a deployment, and up to an hour for a StoreKeeper account. While the platform
cannot be reached, \`Cache-Status\` (RFC 9211) names it, such as
\`tilldesk; hit; detail="unreachable: shop.example"\`, and \`Age\` may be up to 72 hours: check it if you must not show
old figures. An answer without \`Age\` is current.

A first copy of a StoreKeeper account takes minutes to hours. Requests for data that has not been read yet get a 502 with a message
such as \`Orders are complete from 1 August 2026; older ones: 41%.\`: partial data is never listed or added up. Ask again
later, or for a later period. What the platform does not provide is null, or named in \`unknown\` of the financial report.

## Errors

Every error has the same body: \`error\`, \`message\`, \`status\`, \`request_id\`, and on 401 also \`hint\`. Rely on
\`status\`. Calls that read are safe to repeat: after a 500 or 502 wait a little, longer each time, and after a 503 as long
as \`Retry-After\` says. A path that does not exist is 404, another method than those listed 405. \`HEAD\` is answered as
\`GET\`, without the body.

An unknown HTTP method is a 501. If other computers can reach the service, sign-ins are also limited by address.

Every answer carries \`X-Request-Id\`, the name of the request in the log, and \`Cache-Control: no-store\`. Answers over
1 KiB are compressed by gzip for clients that send \`Accept-Encoding: gzip\`, except those with a token or secret in them.

## Left out of this description

- \`POST /mcp\` is for assistants. It takes API keys, and describes its tools itself, by the Model Context Protocol.
- \`GET /ready\` is for load balancers, on a server without a window. It needs no token. It answers 200 if the server can be
  sent requests, and otherwise 503 with the reasons, for example while it stops.
- \`GET /metrics\` has figures for operators, in the text format of Prometheus, on a server without a window. It needs no
  token. It is on the port that \`--metrics-listen\` gives, and on this port only if no other computer reaches that.
`.trim();

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  'Signing in': 'Tokens, and whom they belong to.',
  'Reference data': 'What the ids of other records stand for. Short lists, without pages.',
  Catalog: 'Products with their prices and stock.',
  Orders: 'Orders, and the items and payments in them.',
  Customers: 'Customers and the segments they are in.',
  Reports: 'Figures over a range of days.',
  Webhooks: 'Messages to your receivers when orders or products change. For owners and accountants.',
  Service: 'The service itself. No token is needed.',
};
