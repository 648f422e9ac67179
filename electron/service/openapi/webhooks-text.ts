import { SIGNED_EXAMPLE } from '../../../shared/contract/webhook-message-example.ts';
import { EVENTS_PER_DELIVERY, ROTATION_HOURS } from '../../../shared/contract/webhook-records.ts';

const { secret, id, timestamp, signature, body } = SIGNED_EXAMPLE;

/** What somebody has to know to receive webhooks and get it right the first time. */
export const WEBHOOKS_TEXT = `
## Webhooks

To be told instead of asking, as [Standard Webhooks](https://www.standardwebhooks.com) 1.0 has it:

1. \`POST /api/webhooks\` with the HTTPS address of your receiver and its events. Keep the \`secret\` of the answer.
2. \`POST /api/webhooks/{id}/ping\` sends a message of type \`ping\` and answers how it went.
3. At the receiver check the signature and the age of each message before you believe it.
4. Answer 2xx at once. Then leave out what you handled before, and read the records that changed.

### The message

A \`POST\` of JSON, of type \`batch\` or \`ping\`, with the headers \`webhook-id\`, \`webhook-timestamp\` and
\`webhook-signature\`. A batch has at most ${EVENTS_PER_DELIVERY} events and 20 kB: ids and versions only. Its forms are under
\`webhooks\` in the document. Types and members may be added: answer 2xx to what you do not know.

### The signature

1. Take what stands after \`whsec_\` in the secret and decode it as base64: that is the key.
2. Join \`webhook-id\`, \`webhook-timestamp\` and the body with full stops: \`id.timestamp.body\`. Take the body as the bytes
   that came, before any JSON is read from it.
3. Make the HMAC-SHA256 of it, in base64 with padding, and put \`v1,\` before it.
4. Split \`webhook-signature\` at spaces: for ${ROTATION_HOURS} hours after a rotation there are two, one of each secret. One of
   them has to be equal; compare in constant time.
5. Refuse a \`webhook-timestamp\` (Unix seconds of this attempt) that is more than 5 minutes off.

An example to try a receiver with, without its fifth step:

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
| 2xx within 15 s | Success: the message does not come again |
| 410 | The webhook is disabled at once |
| Anything else, a redirect, or nothing in time | A failure: it is attempted again |

Only the status counts; the first 1024 bytes of the body are kept in the log. There are ten attempts: at once, and after
each failure once more, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h later, each wait longer or shorter by up to
a tenth. The last one is some three days and three and a half hours after the first. \`Retry-After\`, in seconds or as a
date, makes the next attempt later, by a day at most, and never earlier. After 429, 502, 503 or 504 other messages wait
too, for up to a minute.

When the last attempt fails, the webhook is disabled if nothing succeeded since the first one failed; otherwise that
message alone is given up, and \`POST /api/webhooks/{id}/deliveries/{delivery_id}/replay\` sends it again, with the header
\`webhook-replay\`. A ping is attempted once, and its answer never disables.

### What you can rely on

- **At least once.** What is to be told is on disk before it counts as read, so neither a crash nor a restart loses it.
  The same message may come twice, always with the same \`webhook-id\` and body; the timestamp and the signature are of
  the attempt. An event may come again in another message, with the same \`id\`. Remember the ids that you handled.
- **The latest version.** An event says that a record is at a version. A version that was overtaken before it was told is
  not told by itself: do not count events. Read the record for what is in it; it may be newer by then, and one that is
  not found is gone.
- **No order between messages.** While one waits for its next attempt, later ones arrive. Of two events of a record the
  one with the greater \`version\` is the later, whichever came first; within a message events are in order.
- **No flood.** Pings aside, a webhook gets one message at a time. While five wait, what changes is gathered, and comes
  at its latest version once there is room.
- **Rights.** A webhook tells what who subscribed it may see now. Once they lose the role or have another locked
  location, it is disabled.

\`disabled_reason\` of a webhook says why it was disabled, and \`POST /api/webhooks/{id}/enable\` lets it go on where it
stopped. Whoever missed more than that reads the delta endpoints: versions are the same there.

Tilldesk connects over HTTPS with a certificate that is trusted, to public addresses, and follows no redirect. Whoever
runs the program can allow hosts of the own network by name, range of addresses and certificate authority.
`.trim();
