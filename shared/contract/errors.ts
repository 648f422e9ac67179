import { type Static, Type } from 'typebox';

/** The body of every error. `hint` is only present with status 401. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'Name of the status, for people; programs should use `status`' }),
    message: Type.String({ description: 'What is wrong and what to do, with the affected parameter or id' }),
    status: Type.Integer({ description: 'The HTTP status' }),
    request_id: Type.String({ description: 'Id of the request in the log, also in the header `X-Request-Id`' }),
    hint: Type.Optional(Type.String({ description: 'How to sign in; only with status 401' })),
  },
  { title: 'ErrorBody', description: 'The body of every error' },
);
export type ErrorBody = Static<typeof ErrorBody>;
