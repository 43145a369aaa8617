import { Global, Module } from '@nestjs/common';
import { Embeddings } from './embeddings.js';

/** Rankings by meaning, for every other module. Needs configuration, clock and database from global modules. */
@Global()
@Module({ providers: [Embeddings], exports: [Embeddings] })
export class EmbeddingsModule {}
