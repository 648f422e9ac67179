import fastify from 'fastify';

// The lower limit for any service: it has no routes and listens.
const app = fastify();
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Empty ${address}\n`);
process.once('SIGTERM', () => process.exit(0));
