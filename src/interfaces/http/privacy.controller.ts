import { Controller, Delete, Get, Inject, Param, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { Eraser, type PersonalScope, SubjectExport } from '../../engine/privacy/index.js';
import { findReceipt } from '../../platform/audit/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { type Database, overwriteFreed } from '../../platform/persistence/index.js';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, type Admitted, type Caller, GuardedBy, LetIn, provedName } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { conversationIdSchema } from './conversation-id.js';
import { hangUpSignal } from './hang-up.js';
import {
  eraseQuerySchema,
  erasureSchema,
  exportSchema,
  receiptNumberSchema,
  subjectSchema,
  verifiedReceiptSchema,
} from './privacy.schema.js';
import { readOn } from './read-on.js';

/** How long one request erases; a later one goes on. */
const ERASING_MS = 20_000;
/** How long it waits for turns that are at work. */
const WAIT_MS = 5_000;

type EraseQuery = z.infer<typeof eraseQuerySchema>;
type Erasure = z.infer<typeof erasureSchema>;

const ERASED = { description: 'Nothing is left, and there is a receipt; or what a dry run has counted' };
const UNFINISHED = { description: 'Something is left: the same request goes on' };
const ERRORS = ['UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE'] as const;

/** Erases and hands out what is stored of people. */
@ApiTags('privacy')
@GuardedBy(AccessGuard)
@Controller('api/v1')
export class PrivacyController {
  constructor(
    private readonly eraser: Eraser,
    private readonly subjectExport: SubjectExport,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  @Get('subjects/:id')
  @ApiOperation({
    operationId: 'exportSubject',
    summary: 'Everything that is stored of a user, as lines of JSON',
    description:
      'A manifest, a line for each row, and an end with the count of rows and the SHA-256 of all lines before it. Written ' +
      'while it is read; an export without its end is not whole. Secrets (x-sensitive) are hidden.',
  })
  @ApiProduces('application/x-ndjson')
  @ApiResponse({ status: 200, description: 'Lines of JSON', standardSchema: exportSchema })
  @ApiErrors(...ERRORS)
  async export(
    @Param('id', { schema: subjectSchema }) subject: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const lines = await readOn(this.subjectExport.lines({ subject }, hangUpSignal(reply)));
    return new StreamableFile(lines, {
      type: 'application/x-ndjson; charset=utf-8',
      disposition: 'attachment; filename="subject.jsonl"',
    });
  }

  @Delete('subjects/:id')
  @ApiOperation({
    operationId: 'eraseSubject',
    summary: 'Erase everything that is stored of a user, and leave a receipt',
    description:
      'Their conversations with all that belongs to them. A turn at work is waited for; a later one begins anew.',
  })
  @ApiResponse({ status: 200, ...ERASED, standardSchema: erasureSchema })
  @ApiResponse({ status: 202, ...UNFINISHED, standardSchema: erasureSchema })
  @ApiErrors(...ERRORS)
  eraseSubject(
    @Param('id', { schema: subjectSchema }) subject: string,
    @Query({ schema: eraseQuerySchema }) query: EraseQuery,
    @LetIn() { caller }: Admitted,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Erasure> {
    return this.erase({ subject }, query, caller, reply);
  }

  @Delete('conversations/:id')
  @ApiOperation({
    operationId: 'eraseConversation',
    summary: 'Erase one conversation, whosever it is, and leave a receipt',
  })
  @ApiResponse({ status: 200, ...ERASED, standardSchema: erasureSchema })
  @ApiResponse({ status: 202, ...UNFINISHED, standardSchema: erasureSchema })
  @ApiErrors(...ERRORS)
  eraseConversation(
    @Param('id', { schema: conversationIdSchema }) conversationId: string,
    @Query({ schema: eraseQuerySchema }) query: EraseQuery,
    @LetIn() { caller }: Admitted,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Erasure> {
    return this.erase({ conversationId }, query, caller, reply);
  }

  @Get('erasures/:receipt')
  @ApiOperation({ operationId: 'verifyErasure', summary: 'A receipt, computed anew from what is left' })
  @ApiResponse({ status: 200, description: 'The receipt', standardSchema: verifiedReceiptSchema })
  @ApiErrors(...ERRORS, 'NOT_FOUND')
  async receipt(
    @Param('receipt', { schema: receiptNumberSchema }) receipt: number,
  ): Promise<z.infer<typeof verifiedReceiptSchema>> {
    const found = await findReceipt(this.database, receipt);
    if (!found) throw new EngineError('NOT_FOUND', `There is no receipt ${receipt}.`);
    const { hash, content, problems } = found;
    const ok = content !== undefined && problems.length === 0;
    return { receipt, hash, content: content ?? null, ok, problems: problems.map(({ problem }) => problem) };
  }

  private async erase(
    scope: PersonalScope,
    { dryRun, by }: EraseQuery,
    caller: Caller,
    reply: FastifyReply,
  ): Promise<Erasure> {
    if (dryRun) {
      const found = await this.eraser.look(scope, hangUpSignal(reply));
      return { receipt: null, hash: null, content: null, ...found };
    }
    const result = await this.eraser.run(scope, {
      by: provedName(caller, by),
      keepConsent: this.config.privacy.keepConsent,
      waitMs: WAIT_MS,
      signal: AbortSignal.timeout(ERASING_MS),
    });
    const isOverwritten = await overwriteFreed(this.database).catch(notYet);
    if (result.hash === null || !isOverwritten) reply.status(202);
    return result;
  }
}

/** As without room for a new file: what was erased is to be told with its receipt, and the next request writes the file. */
function notYet(error: unknown): boolean {
  if (error instanceof EngineError) return false;
  throw error;
}
