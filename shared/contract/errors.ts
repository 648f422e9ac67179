import { type Static, Type } from 'typebox';

/** The body of every error, whatever its status. `hint` is present on 401 only. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'Title-case status label; rely on `status` instead' }),
    message: Type.String({ description: 'Names the offending parameter or id' }),
    status: Type.Integer({ description: 'The HTTP status again' }),
    request_id: Type.String({ description: 'Also the X-Request-Id header; names the request in the log' }),
    hint: Type.Optional(Type.String({ description: 'On 401 only: what to sign in with' })),
  },
  { title: 'ErrorBody', description: 'The body of every error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
