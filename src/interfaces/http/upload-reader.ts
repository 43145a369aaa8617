import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { DocumentReader } from '../../tools/index.js';

/** Reads the documents that are posted to this service, within `convengine.mcp.documents`. */
@Injectable()
export class UploadReader extends DocumentReader {
  constructor(@Inject(CONFIG) { mcp }: ConvEngineConfig) {
    super(mcp.documents);
  }
}
