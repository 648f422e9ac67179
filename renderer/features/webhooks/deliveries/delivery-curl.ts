import type { Delivery } from '../../../../shared/contract/webhook-records.ts';

type Message = Pick<Delivery, 'message_id' | 'body'>;

/**
 * A command for a POSIX shell that signs a message with openssl, as of now, and posts it. The secret comes from
 * `WEBHOOK_SECRET`, so that it stands in no history; in a subshell, which ends where that is not set. The body
 * goes through pipes: as an argument of a program it could be too long.
 */
export function curlCommand(url: string, { message_id: id, body }: Message): string {
  return `( : "\${WEBHOOK_SECRET:?is not set}"
body=${quoted(body)}
id=${quoted(id)}
at=$(date +%s)
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf %s "$id.$at.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
printf %s "$body" | curl --globoff --silent --show-error --include --data-binary @- \\
  -H 'content-type: application/json' -H "webhook-id: $id" -H "webhook-timestamp: $at" \\
  -H "webhook-signature: v1,$signature" ${quoted(url)} )`;
}

/** Within single quotes a shell takes every character as it is; one of those itself stands outside of them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
