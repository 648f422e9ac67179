/** The message is one sentence for the operator. */
export class AccountsError extends Error {
  override readonly name = 'AccountsError';
}
