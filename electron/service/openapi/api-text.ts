import {
  LIVE_TOKENS_PER_USER,
  TOKEN_LIFETIME_S,
  TOKEN_REFRESH_AFTER_S,
} from '../../../shared/contract/auth.ts';
import type { Tag } from '../../../shared/contract/endpoint.ts';
import { API_KEY_PATTERN } from '../security/api-key-format.ts';
import { ORDERS_TEXT } from './orders-text.ts';
import { WEBHOOKS_TEXT } from './webhooks-text.ts';

/** What holds for all operations, for somebody who reads nothing else. */
export const API_DESCRIPTION = `
Read access to a retail and point-of-sale back office: catalog, prices, stock, orders, customers, reference data
and the financial report.

## Signing in

\`POST /api/auth/login\` with account, e-mail address and password answers a token. Send it with every call as
\`Authorization: Bearer <token>\`. It lives ${TOKEN_LIFETIME_S / 60} minutes: get a fresh one from \`POST /api/auth/refresh\`
${TOKEN_REFRESH_AFTER_S / 60} minutes after issue. On a 401 sign in once more, repeat the call once, then give up.

A refresh leaves older tokens alive until they expire. A user has at most ${LIVE_TOKENS_PER_USER} live tokens: a further one ends
the oldest, so keep one for all calls instead of signing in for each. The e-mail address may be in any case; account
and password are compared exactly. Too many failed sign-ins in a row, or too many that wait at once, are answered
with 429 and \`Retry-After\`.

An integration that runs by itself can use an API key (\`tdk_…\`) instead, sent in the same way and without any
renewal. Keys are made in the app or with \`npm run keys\`, not through this interface. A scanner for secrets finds
them by \`${API_KEY_PATTERN}\`; the last 6 characters are the CRC32 of the 30 before them in base 62.

## Rights

Every call acts as the user of the token or key, on that user's account. A user with a locked location sees that
location alone: to them another one does not exist. The roles \`owner\`, \`accountant\` and \`staff\` read alike: all
there is, within the locked location where there is one. Webhooks are for owners and accountants; to others they are
403. Ids of one account mean nothing on another.

## Lists and pages

A list is \`{count, total, data}\`: rows in this answer, rows overall, the rows. A list with \`start\` and \`limit\` is
read page by page: append \`data\`, add \`count\` to \`start\`, repeat while \`start < total\` and the page was not empty.
Rows have a fixed order, so that a page is not disturbed by what is added meanwhile. A \`limit\` above the cap of the
list (\`x-cap\` of the parameter) is lowered to it; lists that have \`limit\` in their answer say which was used.

## Parameters

They are read strictly. A parameter that is unknown, given twice or not of its form is 400, and so is an id that
does not exist for the caller, except in \`product_ids\`, where it has no rows. Numbers are 1 to 15 plain digits. A
shop id is never taken for a location id. Lists are separated by commas: white space around the ids of \`product_ids\`
is allowed, but not around the words of other lists.

## Money, days and times

Amounts are decimal numbers, all in euros: values have at most 2 decimals, unit prices at most 4. A name with \`_wt\`
includes VAT; a plain name, or one with \`_ex\`, excludes it. Use both as they are: neither follows from the other to
the cent. Percentages are rounded to 2 decimals, halves away from zero.

The sale price of a product is its price row of type 1 without \`from_qty\`; of several the one with the lowest id.

Days are \`YYYY-MM-DD\` in the Europe/Amsterdam time zone, from local midnight to local midnight, and ranges include
both ends. Times are RFC 3339 with the offset of that moment. Country codes are two upper-case letters; Greece is GR.
Ignore members that you do not know.

${ORDERS_TEXT}

${WEBHOOKS_TEXT}

## Answers out of a copy

A service that shows another deployment of this interface keeps a copy of its catalog and reference data. An answer
out of it has \`Age\`: the seconds since that deployment said so (RFC 9111), up to a minute as a rule. While the
deployment cannot be reached, \`Cache-Status\` (RFC 9211) names it, such as
\`tilldesk; hit; detail="unreachable: shop.example"\`, and \`Age\` may be up to 72 hours: whoever must not show old
figures looks at it. Without \`Age\` an answer is of its moment.

## Errors

Every error has the same body: \`error\`, \`message\`, \`status\`, \`request_id\`, and on 401 also \`hint\`. Rely on
\`status\`. Calls that read are safe to repeat: after a 500 or 502 wait a little, longer each time. A path that does
not exist is 404, another method than those listed 405. \`HEAD\` is answered as \`GET\`, without the body.

A server without a window also answers \`GET /ready\`: 200 where it can be sent requests, 503 with the reasons where
not, as while it stops. It needs no token, nor does \`GET /health\`. Beyond one computer sign-ins are also limited by
where they come from. Figures for operators (\`/metrics\`) are on a port of their own then.

Every answer carries \`X-Request-Id\`, the name of the request in the log, and \`Cache-Control: no-store\`.
`.trim();

export const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  'Signing in': 'Tokens, and whom they belong to.',
  'Reference data': 'What the ids of other records stand for. Short lists, read whole.',
  Catalog: 'Products with their prices and stock.',
  Orders: 'Orders, and the items and payments in them.',
  Customers: 'Customers and the segments they are in.',
  Reports: 'Figures over a range of days.',
  Webhooks: 'Messages to receivers of yours when orders or products change. For owners and accountants.',
  Service: 'The service itself. No token is needed.',
};
