/**
 * Of `node:http`, which is not imported: an `import` reads every export, among them a WebSocket, for which Node 24 loads all of
 * undici. That takes 14 MB.
 */
export const { Agent, request } = process.getBuiltinModule('node:http');
