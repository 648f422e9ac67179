import { type Static, Type } from 'typebox';

/** The body of every error, whatever its status. `hint` is present on 401 only. */
export const ErrorBody = Type.Object({
  error: Type.String({ description: 'Title-case status label; rely on `status` instead' }),
  message: Type.String({ description: 'Names the offending parameter or id' }),
  status: Type.Integer(),
  request_id: Type.String(),
  hint: Type.Optional(Type.String()),
});
export type ErrorBody = Static<typeof ErrorBody>;
