// The OpenAPI 3.1 document, read off the route declarations, and a page to try it.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { ERROR_TAG, errorStatus } from '@kuwei/contract/error';
import type { Route, Schema } from '@kuwei/contract/route';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { allRoutes } from '../routes.ts';
import { errorCodesOf } from './error-codes.ts';
import { shapeOf } from './reply-shape.ts';

const json = (schema: Schema, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of allRoutes) {
    (paths[`/api${route.path}`] ??= {})[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kuwei', version: '0.1.0', description: 'University warehouse and storage management' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['errorCode', 'code', 'message', 'data'],
          properties: {
            errorCode: { const: ERROR_TAG },
            code: { enum: Object.keys(errorStatus) },
            message: { type: 'string' },
            data: { type: ['object', 'null'] },
          },
        },
      },
    },
  };
}

function operationOf(route: Route): Record<string, unknown> {
  const open = route.needs === 'open';
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => String(errorStatus[code]));
  const responses = Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      { description: same.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );
  return {
    summary: route.summary,
    description: typeof route.needs === 'string' ? `Needs: ${route.needs}` : `Needs any of: ${route.needs.join(', ')}`,
    tags: [route.path.split('/').slice(1, 3).join('/')],
    security: open ? [] : [{ token: [] }],
    parameters: [
      ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(route),
      ...(open ? [] : [header(PAGE_ROLE_HEADER)]),
      ...(route.method === 'GET' ? [] : [header(IDEMPOTENCY_HEADER)]),
      header(DEVICE_HEADER),
    ],
    ...(route.body === undefined ? {} : { requestBody: { content: contentOf(route.body) } }),
    responses: { 200: { description: 'OK', content: replyOf(route.reply) }, ...responses },
  };
}

const header = (name: string): object => ({ name, in: 'header', schema: { type: 'string' } });

function queryParameters(route: Route): object[] {
  if (!route.query) return [];
  const { properties = {} } = json(route.query, 'input') as { properties?: Record<string, unknown> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}

const contentOf = (body: Schema | 'file'): object =>
  body === 'file'
    ? { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } }
    : { 'application/json': { schema: json(body, 'input') } };

const replyOf = (reply: Schema | 'file'): object =>
  reply === 'file'
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: json(shapeOf(reply), 'output') } };

export async function serveDocument(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { deepLinking: true, url: '/api/openapi.json' },
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  });
  app.get('/api/openapi.json', async () => document);
}
