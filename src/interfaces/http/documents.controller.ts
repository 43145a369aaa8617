import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { TurnGate } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { DATABASE } from '../../platform/common/tokens.js';
import type { Database } from '../../platform/persistence/index.js';
import { DocumentStore, ingestDocument } from '../../tools/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../api-description/index.js';
import { AccessGuard, GuardedBy } from '../callers/index.js';
import { ApiErrors } from './api-errors.js';
import { hangUpSignal } from './hang-up.js';
import { UploadReader } from './upload-reader.js';

const name = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}+$/u, 'has a control character');

const listQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});

const documentSchema = z
  .object({
    documentId: z.int(),
    collection: z.string(),
    source: z.string(),
    title: z.string(),
    mediaType: z.string(),
    bytes: z.int(),
    chunks: z.int(),
    ingestedAt: z.iso.datetime(),
  })
  .meta({
    id: 'Document',
    example: {
      documentId: 7,
      collection: 'hr',
      source: 'handbook.md',
      title: 'Handbook',
      mediaType: 'text/markdown',
      bytes: 3_912,
      chunks: 12,
      ingestedAt: '2026-01-31T12:00:00.000Z',
    },
  });

const ingestSchema = z
  .object({
    collection: name(100).default('default'),
    source: name(500).meta({ description: 'What citations name; its extension says what it is: txt, md, html or pdf' }),
    content: z.string().meta({ description: 'The document; a PDF as base64' }),
    encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
  })
  .meta({ id: 'IngestDocument', example: { collection: 'hr', source: 'leave.md', content: '# Leave\nThirty days.' } });

const ingestedSchema = z
  .object({
    outcome: z.enum(['ingested', 'unchanged']),
    documentId: z.int().optional(),
    chunks: z.int().optional(),
  })
  .meta({ id: 'IngestedDocument', example: { outcome: 'ingested', documentId: 7, chunks: 1 } });

const removedSchema = z
  .object({ documentId: z.int(), removed: z.literal(true) })
  .meta({ id: 'RemovedDocument', example: { documentId: 7, removed: true } });

/** Lets an operator look after the documents that DOCUMENT_RETRIEVAL tools search. */
@ApiTags('administration')
@GuardedBy(AccessGuard)
@Controller('api/v1/documents')
export class DocumentsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly reader: UploadReader,
    private readonly gate: TurnGate,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listDocuments', summary: 'Documents, newest first' })
  @ApiResponse({
    status: 200,
    description: 'At most `limit`; `before` the last id is the next page',
    standardSchema: z.array(documentSchema),
  })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async list(
    @Query({ schema: listQuerySchema }) { limit, before }: z.infer<typeof listQuerySchema>,
  ): Promise<z.infer<typeof documentSchema>[]> {
    const documents = await new DocumentStore(this.database).list(limit, before);
    return documents.map(({ ingestedAtMs, ...document }) => ({
      ...document,
      ingestedAt: new Date(ingestedAtMs).toISOString(),
    }));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'ingestDocument',
    summary: 'Take in a document, in place of the earlier one of its source',
    description: 'One with the same bytes as last time is left alone.',
  })
  @ApiResponse({ status: 200, description: 'It can be found', standardSchema: ingestedSchema })
  @ApiErrors(
    'UNAUTHORIZED',
    'INVALID_REQUEST',
    'REQUEST_TOO_LARGE',
    'DOCUMENT_INVALID',
    'SERVICE_BUSY',
    'SERVICE_OVERLOADED',
    'DATABASE_UNAVAILABLE',
  )
  async ingest(
    @Body({ schema: ingestSchema }) { collection, source, content, encoding }: z.infer<typeof ingestSchema>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<z.infer<typeof ingestedSchema>> {
    await this.gate.check();
    const document = { collection, source, content: Buffer.from(content, encoding) };
    return ingestDocument(this.database, this.reader, document, hangUpSignal(reply));
  }

  @Delete(':documentId')
  @ApiOperation({ operationId: 'removeDocument', summary: 'Remove a document, so that it is no longer found' })
  @ApiResponse({ status: 200, description: 'It is removed', standardSchema: removedSchema })
  @ApiErrors('UNAUTHORIZED', 'NOT_FOUND', 'DATABASE_UNAVAILABLE')
  async remove(@Param('documentId') documentId: string): Promise<z.infer<typeof removedSchema>> {
    const isId = /^\d{1,15}$/.test(documentId);
    const isRemoved = isId && (await new DocumentStore(this.database).remove(Number(documentId)));
    if (!isRemoved) throw new EngineError('NOT_FOUND', 'There is no document of this id.');
    return { documentId: Number(documentId), removed: true };
  }
}
