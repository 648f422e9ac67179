import fastify from 'fastify';

// What no service can be faster than: it has no routes and listens.
const app = fastify();
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Empty ${address}\n`);
process.once('SIGTERM', () => process.exit(0));
