import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Clock } from '../common/clock.js';
import { CLOCK, CONFIG, DATABASE } from '../common/tokens.js';
import type { ConvEngineConfig } from '../config/index.js';
import type { Database } from '../persistence/index.js';
import { EmbeddingCache } from './embedding-cache.js';
import { EmbeddingModel } from './embedding-model.js';
import { MeaningIndex } from './meaning-index.js';
import { openVectors } from './open-vectors.js';

/** Gives those who rank by words a second ranking by meaning, where `convengine.embeddings` names a model. */
@Injectable()
export class Embeddings implements OnModuleDestroy {
  private readonly indexes: MeaningIndex[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** An index of one's own, empty at first; undefined where no model is configured. @param name what is indexed, for the log */
  index(name: string): MeaningIndex | undefined {
    const settings = this.config.embeddings;
    if (settings.provider === 'none') return undefined;
    const index = new MeaningIndex(name, {
      model: new EmbeddingModel({ ...settings, apiKey: settings.apiKey.trim() }),
      cache: new EmbeddingCache(this.database, settings.model),
      openVectors: () => openVectors(this.database, settings.model, name),
      now: () => this.clock.now(),
      log: new Logger('Embeddings'),
      settings,
    });
    this.indexes.push(index);
    return index;
  }

  /** An index of examples, and how near a message has to be to mean one. */
  examples(): { readonly index: MeaningIndex; readonly sureSimilarity: number } | undefined {
    const index = this.index('examples of intents');
    return index && { index, sureSimilarity: this.config.embeddings.sureSimilarity };
  }

  onModuleDestroy(): void {
    for (const index of this.indexes) index.stop();
  }
}
