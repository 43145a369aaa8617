import { Module } from '@nestjs/common';
import { CONFIG } from '../platform/common/tokens.js';
import type { ConvEngineConfig } from '../platform/config/index.js';
import { Embeddings } from '../platform/embeddings/index.js';
import { Handlers } from '../platform/handlers-api/index.js';
import { ToolSecrets } from '../platform/secrets/index.js';
import {
  CalculatorExecutor,
  DbToolExecutor,
  DocumentsExecutor,
  EmbeddedWorkflows,
  FilesExecutor,
  HttpApiExecutor,
  NotificationExecutor,
  WorkflowExecutor,
} from './groups/index.js';
import { DurablePlaybooks, PlaybookExecutor } from './playbook/run/index.js';
import { ToolRegistry } from './registry.js';
import { TOOL_EXECUTORS, type ToolExecutor, ToolRunner } from './run/index.js';
import { BuiltInTools, ShippedToolsModule } from './shipped/index.js';
import { TOOL_SOURCES, type ToolSource } from './source.js';
import { FileSource } from './sources/files/index.js';
import { GatewayExecutor, GatewaySource } from './sources/gateway/index.js';
import { HandlerSource } from './sources/handlers/index.js';
import { PackageSource } from './sources/packages/index.js';
import { RemoteSource, ToolPins } from './sources/remote/index.js';
import { RowSource } from './sources/rows/index.js';
import { ShippedSource } from './sources/shipped/index.js';
import { configuredSqlRules } from './sql-guard/index.js';

/** Where tools come from, and what runs them. Needs configuration, clock, database, language model, embeddings and egress from global modules. */
@Module({
  imports: [ShippedToolsModule],
  providers: [
    Handlers,
    ToolPins,
    RemoteSource,
    FileSource,
    PackageSource,
    {
      provide: TOOL_SOURCES,
      inject: [CONFIG, Handlers, RemoteSource, FileSource, PackageSource, BuiltInTools],
      useFactory: allSources,
    },
    ToolRegistry,
    DbToolExecutor,
    HttpApiExecutor,
    EmbeddedWorkflows,
    {
      provide: TOOL_EXECUTORS,
      inject: [CONFIG, ToolRegistry, DbToolExecutor, HttpApiExecutor, EmbeddedWorkflows, Embeddings],
      useFactory: allExecutors,
    },
    ToolRunner,
    DurablePlaybooks,
  ],
  exports: [Handlers, EmbeddedWorkflows, RemoteSource, ToolRegistry, ToolRunner],
})
export class ToolsModule {}

/** In their order of precedence. */
function allSources(
  config: ConvEngineConfig,
  handlers: Handlers,
  remote: RemoteSource,
  files: FileSource,
  packages: PackageSource,
  builtIn: BuiltInTools,
): ToolSource[] {
  return [
    new RowSource(configuredSqlRules(config)),
    new HandlerSource(handlers),
    remote,
    files,
    packages,
    new GatewaySource(config.mcp.gatewayTools),
    new ShippedSource(builtIn.all),
  ];
}

/** Of one group, the first that knows a tool runs it. */
function allExecutors(
  { mcp, tenants }: ConvEngineConfig,
  registry: ToolRegistry,
  db: DbToolExecutor,
  httpApi: HttpApiExecutor,
  workflows: EmbeddedWorkflows,
  embeddings: Embeddings,
): ToolExecutor[] {
  return [
    new PlaybookExecutor(workflows),
    new GatewayExecutor(registry),
    db,
    httpApi,
    new WorkflowExecutor(workflows),
    new CalculatorExecutor(mcp.calculator.transformTimeoutMs),
    new FilesExecutor(mcp.files),
    new NotificationExecutor(mcp.notification, new ToolSecrets(tenants)),
    new DocumentsExecutor(mcp.documents, embeddings.index('passages of documents')),
  ];
}
