/** The secret key of all instances of these tests. */
export const SHARED_KEY: Uint8Array = Buffer.alloc(32, 'key of several instances');
