export const eventExample = {
  id: 'evt_DMMfhU3JmLUrALNPfiOtqx',
  type: 'order.updated' as const,
  occurred_at: '2026-10-01T10:15:02+02:00',
  record_id: 50_231,
  version: 48_211,
};

export const batchExample = {
  type: 'batch' as const,
  timestamp: '2026-10-01T10:15:04+02:00',
  data: { events: [eventExample] },
};

/** A message as it goes over the wire. All of it fits together, so that a receiver can be tried with it. */
export const SIGNED_EXAMPLE = {
  secret: 'whsec_PGZvciBkb2N1bWVudGF0aW9uLCBubyByZWFsIG9uZT4=',
  id: 'msg_5dj2YlkHFL30ggeQAWs9lg',
  timestamp: '1790842504',
  signature: 'v1,/soyFnauR9+Bmb0l9rkXrqOkMj83FNE/QKxDtJAtQOU=',
  body: JSON.stringify(batchExample),
};
