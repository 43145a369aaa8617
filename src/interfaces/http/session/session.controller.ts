import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { EngineError } from '../../../platform/common/errors.js';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import { type BrowserSession, SignInProvider } from '../../../platform/identity/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { Authentication, BrowserSessions, ownAddress } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { type Me, meSchema, signedOutSchema, signInSchema } from './me.schema.js';
import { WhoIsThere } from './who-is-there.js';

/** There is one for each part of the API in the settings. */
const MOST_KEYS = 4;

/** Tells callers who they are, and signs browsers in with keys, and out. */
@ApiTags('access')
@Controller('api/v1')
export class SessionController {
  constructor(
    private readonly authentication: Authentication,
    private readonly sessions: BrowserSessions,
    private readonly provider: SignInProvider,
    private readonly whoIsThere: WhoIsThere,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Get('me')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'getMe',
    summary: 'Who the caller is, and what they may do',
    description: 'Answers everybody: also whoever may do nothing learns how to sign in.',
  })
  @ApiResponse({ status: 200, description: 'The caller', standardSchema: meSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async me(@Req() request: FastifyRequest): Promise<Me> {
    return this.whoIsThere.describe(await this.authentication.identify(request));
  }

  @Post('session')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'signIn',
    summary: 'Sign a browser in to the console with an API key or a token',
    description:
      'For the pages of the service alone. The answer sets a cookie that no script can read; the key is kept by the service, ' +
      'readable with that cookie alone. A second key of the settings is added to the first.',
  })
  @ApiResponse({ status: 200, description: 'Who has signed in', standardSchema: meSchema })
  @ApiErrors('INVALID_REQUEST', 'UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async signIn(
    @Body({ schema: signInSchema }) { key }: z.infer<typeof signInSchema>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Me> {
    this.sessions.refuseOtherPages(request);
    const caller = await this.authentication.withKeys([key], 'api');
    if (!caller) throw new EngineError('UNAUTHORIZED', 'This key opens nothing here: it is mistyped, revoked or over.');
    const before = await this.sessions.of(request);
    const isOfSettings = caller.doors !== undefined && before?.content.kind === 'keys';
    const keys = [...new Set([key, ...(isOfSettings ? before.content.keys : [])])].slice(0, MOST_KEYS);
    const session = await this.sessions.begin({ kind: 'keys', keys }, request, reply);
    return this.whoIsThere.describe((await this.authentication.callerOf(session, request)) ?? caller);
  }

  @Delete('session')
  @ApiOperation({
    operationId: 'signOut',
    summary: 'Sign a browser out of the console',
    description: 'The session is over at once, in every process. For the pages of the service alone.',
  })
  @ApiResponse({ status: 200, description: 'It is signed out here', standardSchema: signedOutSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async signOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<z.infer<typeof signedOutSchema>> {
    const session = await this.sessions.of(request);
    await this.sessions.end(request, reply);
    return { signOutAt: (await this.addressAtProvider(session, request)) ?? null };
  }

  private async addressAtProvider(session: BrowserSession | undefined, { headers }: FastifyRequest) {
    if (session?.content.kind !== 'person' || this.provider.host === undefined) return undefined;
    return this.provider.signOutAddress(session.content, `${ownAddress(this.config.http, headers)}/console`);
  }
}
