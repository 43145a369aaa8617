import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { ChangedFiles, DefiningRows, Follower, Reading, ToolSource } from '../../source.js';
import { FileWatch } from './file-watch.js';
import { readTools } from './read-tools.js';

/** The capability files and playbooks of the configured directories. */
@Injectable()
export class FileSource implements ToolSource {
  readonly name = 'files';
  readonly beside = 'steps-back';
  private watch: FileWatch | undefined;

  constructor(@Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'capabilities'>) {}

  read(_rows: DefiningRows, files?: ChangedFiles): Promise<Reading> {
    return readTools(this.config.capabilities.directories, files);
  }

  async start(follower: Follower): Promise<void> {
    const { directories, watch } = this.config.capabilities;
    this.watch = new FileWatch(watch ? directories : [], follower);
    await this.watch.start();
  }

  async stop(): Promise<void> {
    await this.watch?.stop();
  }
}
