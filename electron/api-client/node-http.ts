/**
 * `node:http` without `import`, which would read every export. One is a WebSocket for which Node 24 loads all of undici
 * (14 MB).
 */
export const { Agent, request } = process.getBuiltinModule('node:http');
