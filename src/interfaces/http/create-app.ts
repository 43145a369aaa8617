import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { Authentication, RequestRates } from '../callers/index.js';
import { serveConsole } from '../console/index.js';
import { serveApiDocs } from './api-docs.js';
import { ErrorFilter, sendError } from './error.filter.js';
import { guardDoors } from './guard-doors.js';
import { guardRates } from './guard-rates.js';
import { CALL_ROUTE, callBodyLimit, parseCallBody } from './parse-call-body.js';
import { FORM_BYTES, parseFormBody } from './parse-form-body.js';
import { parseJsonBody } from './parse-json-body.js';
import { MESSAGE_ROUTE, messageBodyLimit, parseMessageBody } from './parse-message-body.js';
import { serveEntrance } from './serve-entrance.js';
import { traceRequests } from './trace-requests.js';
import { ValidationPipe } from './validation.js';

const REQUEST_TIMEOUT_MS = 30_000;
const CLOSING_INTERVAL_MS = 50;
/** Longest part of an address that is a parameter: the token of a link to the consent page. */
const ADDRESS_PART_CHARS = 600;

/** The HTTP server underneath: size and depth of bodies are bounded, and only JSON is read, but for the form of the consent page. */
export function createFastifyAdapter(config: ConvEngineConfig): FastifyAdapter {
  const bodyLimit = config.http.bodyLimitBytes;
  const adapter = new FastifyAdapter({
    bodyLimit,
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.http.trustedProxies.length > 0 && [...config.http.trustedProxies],
    routerOptions: { maxParamLength: ADDRESS_PART_CHARS },
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      sendError(new EngineError('INVALID_REQUEST', `The address cannot be read: ${error.message}.`), request, reply);
    },
  });
  guardDoors(adapter.getInstance(), config);
  adapter.getInstance().removeAllContentTypeParsers();
  adapter.getInstance().addHook('onRoute', (route) => {
    if (route.url === MESSAGE_ROUTE) route.bodyLimit = messageBodyLimit(config);
    if (route.url === CALL_ROUTE) route.bodyLimit = callBodyLimit(config);
  });
  adapter.useBodyParser('application/json', false, { bodyLimit }, (request, body: Buffer, done) => {
    const { url } = request.routeOptions;
    if (url === MESSAGE_ROUTE) done(null, parseMessageBody(body, config));
    else if (url === CALL_ROUTE) done(null, parseCallBody(body, config));
    else done(null, parseJsonBody(body, config.limits.jsonDepth));
  });
  adapter.useBodyParser(
    'application/x-www-form-urlencoded',
    false,
    { bodyLimit: FORM_BYTES },
    (request, body, done) => {
      done(null, parseFormBody(String(body), request.routeOptions.url));
    },
  );
  closeIdleConnectionsWhileStopping(adapter);
  return adapter;
}

/**
 * A server that stops closes the connections that are idle just then. Left over are those that fall idle later, after
 * the answer they wait for, and those that browsers open in advance and never use: each would hold the process for
 * another minute.
 */
function closeIdleConnectionsWhileStopping(adapter: FastifyAdapter): void {
  const fastify = adapter.getInstance();
  const sockets = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const timer = setInterval(() => fastify.server.closeIdleConnections(), CLOSING_INTERVAL_MS);
    fastify.server.once('close', () => clearInterval(timer));
    done();
  });
}

/**
 * What belongs to the application as a whole: errors, validation, CORS, API documentation, shutdown. Create the
 * application with `createFastifyAdapter(config)` and `{ bodyParser: false }`, and call this before it listens.
 */
export function configureApp(app: NestFastifyApplication, config: ConvEngineConfig): void {
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new ValidationPipe());
  const origins = [...config.http.corsOrigins];
  app.enableCors({
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: [
      'Content-Type',
      'Authorization',
      'X-API-KEY',
      'Idempotency-Key',
      'X-On-Behalf-Of',
      'Last-Event-ID',
      'Mcp-Session-Id',
      'Mcp-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
    ],
    exposedHeaders: ['X-Next-After', 'Retry-After', 'Mcp-Session-Id', 'WWW-Authenticate'],
  });
  traceRequests(app.getHttpAdapter().getInstance());
  guardRates(app.getHttpAdapter().getInstance(), app.get(RequestRates), app.get(Authentication));
  serveApiDocs(app);
  serveEntrance(app.getHttpAdapter().getInstance(), serveConsole(app.getHttpAdapter().getInstance()));
  app.enableShutdownHooks();
}
