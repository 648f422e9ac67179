import { ExportError } from '../exports/export-error.ts';

/** How it went in a thread. Errors of our own would lose their class on the way: they go as values. */
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

/** Throws the `ExportError` that the answer tells of. */
export function resultOf<Result>(answer: ExportAnswer<Result>): Result {
  if ('result' in answer) return answer.result;
  const { code, message, ...options } = answer.failure;
  throw new ExportError(code, message, options);
}
