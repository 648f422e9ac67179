import type { BridgeResult } from '../../shared/contract/bridge.ts';
import type { ApiAnswer, ApiRequest } from '../api-client/api-client.ts';
import type { Host } from './host.ts';

/** What a host serves to its page: the calls of the bridge, and the API as the signed-in user. */
export interface UiCore {
  /**
   * Never rejects: what is wrong with name or argument is a failure value as well. `sessionId` is what the page says of
   * the session that it shows; null where it says nothing.
   */
  readonly handle: (
    name: string,
    argument: unknown,
    sessionId: string | null,
  ) => Promise<BridgeResult<unknown>>;
  /** Sends a call to the API. Throws `ApiFailure`; `BridgeError` of another session. */
  readonly send: (call: ApiRequest, sessionId: string | null) => Promise<ApiAnswer>;
  /** Reads a file of the documentation, or the OpenAPI document, by its path. Throws `ApiFailure`. */
  readonly readDocumentation: (path: string) => Promise<ApiAnswer>;
  /** Whether who is signed in now may have the export at this path. */
  readonly mayFetch: (path: string) => Promise<boolean>;
}

/** A host that can be shown once there is something to show. */
export interface UiHost extends Host {
  /** Shows the user interface. Throws `StartError`. */
  show(core: UiCore): Promise<UiPlace>;
  close(): Promise<void>;
}

export interface UiPlace {
  /** Port of the browser host; null for a window of its own. */
  readonly port: number | null;
  /** What the person who started the program is told: where the user interface is. */
  readonly description: string;
}
