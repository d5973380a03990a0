// The OpenAPI 3.1 document, generated from the route declarations, and a page to try it.
import { setImmediate } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { DEVICE_HEADER, IDEMPOTENCY_HEADER, PAGE_ROLE_HEADER } from '@kuwei/contract/constants';
import { flag } from '@kuwei/contract/field';
import { ERROR_TAG, errorStatus } from '@kuwei/contract/error';
import { needsOf, type Route, type Schema } from '@kuwei/contract/route';
import { sheetQuery } from '@kuwei/contract/sheet';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { VERSION } from '../config.ts';
import { namedRoutes } from '../routes.ts';
import { gzipped, takesGzip } from './compress.ts';
import { errorCodesOf } from './error-codes.ts';
import { HEALTH_PATHS } from './health.ts';
import { replySchema } from './reply-shape.ts';
import { isUnchanged, tagOf } from './etag.ts';

type Json = Record<string, unknown>;
/** Writes a schema; moves named parts to the components, prefixed with the operation. */
type Writer = (schema: Schema, io: 'input' | 'output') => Json;

/** A flag is sent as text but described as a boolean with its default. */
const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void => {
  if (zodSchema === flag) jsonSchema['type'] = 'boolean';
  if (zodSchema instanceof z.ZodMiniDefault && zodSchema.def.innerType === flag)
    jsonSchema['default'] = zodSchema.def.defaultValue;
};

function writerOf(operation: string, components: Json): Writer {
  let written = 0;
  return (schema, io) => {
    const {
      $schema: _,
      $defs,
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Json & { $defs?: Json };
    if (!$defs) return rest;
    const prefix = `${operation}_${++written}_`;
    const lifted = <T>(part: T): T =>
      JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', `"#/components/schemas/${prefix}`)) as T;
    for (const [name, part] of Object.entries($defs)) components[prefix + name] = lifted(part);
    return lifted(rest);
  };
}

const INFO = {
  title: 'Kuwei',
  version: VERSION,
  description: 'University warehouse and storage management',
  license: { name: 'MIT', identifier: 'MIT' },
};
/** The OpenAPI 3.1 document of all routes. */
async function openApiDocument(): Promise<Json> {
  const paths: Record<string, Json> = {};
  const schemas: Json = {
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
  };
  for (const [name, route] of namedRoutes) {
    // Generating all takes a second; yield to other requests.
    await setImmediate();
    (paths[`/api${route.path}`] ??= {})[route.method.toLowerCase()] = operationOf(name, route, writerOf(name, schemas));
  }
  for (const [name, { path, summary }] of Object.entries(HEALTH_PATHS)) paths[path] = { get: healthOf(name, summary) };
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
  };
}

function healthOf(name: string, summary: string): Json {
  const schema = { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean' } } };
  const content = { 'application/json': { schema } };
  const responses = {
    200: { description: 'Yes', content },
    503: { description: 'No', content },
    400: { description: 'VALIDATION' },
  };
  return { operationId: `health_${name}`, summary, tags: ['health'], security: [], responses };
}

function describeNeeds({ needs, reviewers, path }: Route): string {
  if (typeof needs === 'string') return `Needs: ${needs}`;
  const deleting = needsOf({ needs }, path.endsWith('/batch/{action}') ? 'delete' : null);
  const other = [...deleting].filter((code) => !needs.includes(code));
  return `Needs any of: ${needs.join(', ')}${other.length > 0 ? `; to delete ${other.join(', ')} instead of the power to change` : ''}${reviewers ? '; or to be asked to review the document' : ''}`;
}

function operationOf(name: string, route: Route, write: Writer): Json {
  const open = route.needs === 'open';
  const byStatus = Map.groupBy(errorCodesOf(route), (code) => String(errorStatus[code]));
  const responses = Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      { description: same.join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  );
  return {
    operationId: name,
    summary: route.summary,
    description: describeNeeds(route),
    tags: [route.path.split('/').slice(1, 3).join('/')],
    security: open ? [] : [{ token: [] }],
    parameters: [
      ...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, part]) => ({
        name: part,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryParameters(route, write),
      ...(open
        ? []
        : [header(PAGE_ROLE_HEADER, 'The role the call is made in; without it no role counts', route.needs !== 'signed-in')]),
      ...(open || route.method === 'GET' || route.asks || route.repeat === 'runs'
        ? []
        : [header(IDEMPOTENCY_HEADER, REPEATED[route.repeat ?? 'answered'])]),
      header(DEVICE_HEADER, 'Names the device; a refresh token is taken from the one it was given to'),
    ],
    ...(route.body === undefined ? {} : { requestBody: bodyOf(route.body, write) }),
    responses: { 200: { description: 'OK', content: replyOf(route.reply, write) }, ...responses },
  };
}

/** Behaviour of repeated writes. */
const REPEATED = {
  answered: 'Sent again with the same one, a write is carried out once, and answered the same',
  refused: 'Sent again with the same one, it is carried out once, and refused with ANSWERED_ONCE: its answer is kept nowhere',
};

const header = (name: string, description: string, required = false): Json => ({
  name,
  in: 'header',
  description,
  required,
  schema: { type: 'string' },
});

const queryParameters = (route: Route, write: Writer): Json[] =>
  [...(route.query ? [route.query] : []), ...(route.reply === 'sheet' ? [sheetQuery] : [])].flatMap((schema) =>
    parametersOf(schema, write),
  );

function parametersOf(schema: Schema, write: Writer): Json[] {
  const { properties = {}, required = [] } = write(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as Json;
    const described = description === undefined ? {} : { description };
    return { name, in: 'query', required: required.includes(name), ...described, schema: rest };
  });
}

const bodyOf = (body: Schema | 'file', write: Writer): Json =>
  body === 'file'
    ? {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
          },
        },
      }
    : {
        required: !z.safeParse(body, undefined).success,
        content: { 'application/json': { schema: write(body, 'input') } },
      };

const replyOf = (reply: Route['reply'], write: Writer): Json =>
  typeof reply === 'string'
    ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: write(replySchema(reply), 'output') } };

const DOCUMENT = '/api/openapi.json';

interface Written {
  body: Buffer;
  packed: Buffer;
  tag: string;
}

async function writeDocument(): Promise<Written> {
  const text = JSON.stringify(await openApiDocument());
  return { body: Buffer.from(text), packed: await gzipped(text), tag: tagOf(text) };
}

/** Serves the document and a page to read it, publicly; generated and compressed on first use. */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  // The page loads the document from its address; the one registered here is never sent.
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0', info: INFO, paths: {} } } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { deepLinking: true, url: DOCUMENT },
    uiHooks: {
      onRequest: (request, reply, done) => {
        if (/\/(json|yaml)$/.test(request.routeOptions.url ?? '')) void reply.redirect(DOCUMENT);
        else done();
      },
    },
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
  let written: Promise<Written> | undefined;
  app.get(DOCUMENT, async (request, reply) => {
    written ??= writeDocument();
    const { body, packed, tag } = await written;
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
    if (isUnchanged(tag, request, reply)) return reply.status(304).send();
    return takesGzip(request) ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(body);
  });
}
