import { ExportError } from '../exports/export-error.ts';

/** The outcome of work for another thread. An `ExportError` would lose its class on the way, so it is sent as a value. */
export type ExportAnswer<Result> =
  | { readonly result: Result }
  | { readonly failure: Pick<ExportError, 'code' | 'message' | 'reason' | 'excess' | 'cause'> };

export async function answerOf<Result>(work: Promise<Result>): Promise<ExportAnswer<Result>> {
  try {
    return { result: await work };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    const { code, message, reason, excess, cause } = error;
    return { failure: { code, message, reason, excess, cause } };
  }
}

/** The result of the answer. Throws its `ExportError`. */
export function resultOf<Result>(answer: ExportAnswer<Result>): Result {
  if ('result' in answer) return answer.result;
  const { code, message, ...options } = answer.failure;
  throw new ExportError(code, message, options);
}
