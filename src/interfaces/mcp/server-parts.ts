import { Inject, Injectable } from '@nestjs/common';
import { FlowService } from '../../engine/flow/index.js';
import { DirectToolCalls, TurnService } from '../../engine/turn/index.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { Handlers } from '../../platform/handlers-api/index.js';
import { ToolRunner } from '../../tools/index.js';
import { ConsentUrls } from '../consent-page/index.js';

/** The parts of the engine that sessions serve. */
@Injectable()
export class ServerParts {
  constructor(
    @Inject(CONFIG) readonly config: ConvEngineConfig,
    readonly flow: FlowService,
    readonly handlers: Handlers,
    readonly tools: ToolRunner,
    readonly calls: DirectToolCalls,
    readonly turns: TurnService,
    readonly urls: ConsentUrls,
  ) {}
}
