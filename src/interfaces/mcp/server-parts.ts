import { Inject, Injectable } from '@nestjs/common';
import { FlowService } from '../../engine/flow/index.js';
import { ConsentLinks, Conversations, DirectToolCalls, TurnService } from '../../engine/turn/index.js';
import type { Clock } from '../../platform/common/clock.js';
import { CLOCK, CONFIG, DATABASE, SEAL } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { Handlers } from '../../platform/handlers-api/index.js';
import type { Database } from '../../platform/persistence/index.js';
import type { Seal } from '../../platform/secrets/index.js';
import { EmbeddedWorkflows, ToolRunner } from '../../tools/index.js';
import { ConsentUrls, PageWords } from '../consent-page/index.js';

/** The parts of the engine that clients are served with. */
@Injectable()
export class ServerParts {
  constructor(
    @Inject(CONFIG) readonly config: ConvEngineConfig,
    @Inject(CLOCK) readonly clock: Clock,
    @Inject(SEAL) readonly seal: Seal,
    @Inject(DATABASE) readonly database: Database,
    readonly flow: FlowService,
    readonly handlers: Handlers,
    readonly tools: ToolRunner,
    readonly workflows: EmbeddedWorkflows,
    readonly calls: DirectToolCalls,
    readonly turns: TurnService,
    readonly conversations: Conversations,
    readonly links: ConsentLinks,
    readonly urls: ConsentUrls,
    readonly words: PageWords,
  ) {}
}
