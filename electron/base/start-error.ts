/** Why Tilldesk could not start, in one sentence for the person who started it. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
  readonly exitStatus: number = 1;
}
