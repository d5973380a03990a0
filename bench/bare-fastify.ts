// Startup baseline: a bare fastify server.
import fastify from 'fastify';

const app = fastify();
app.get('/', () => ({ ok: true }));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
