import { isJsonObject, type JsonValue } from '../common/json.js';
import { invalidResponse, type LlmCallSubject, ModelServer } from '../llm/index.js';

/** Bytes of an answer for each text: 4,096 numbers of 30 characters. */
const MAX_BYTES_PER_TEXT = 131_072;

/** The server that is asked, and the model. */
export interface EmbeddingModelSettings {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
}

/** A model behind any server that speaks OpenAI's embeddings. */
export class EmbeddingModel {
  private readonly server: ModelServer;
  private readonly subject: LlmCallSubject;

  constructor(private readonly settings: EmbeddingModelSettings) {
    this.server = new ModelServer(settings);
    this.subject = { step: 'Embeddings', provider: 'openai-compatible', model: settings.model };
  }

  /**
   * The vectors of texts, of length 1, in their order.
   * @throws LlmError; anything at all once `signal` is aborted
   */
  async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const body = { model: this.settings.model, input: [...texts], encoding_format: 'float' };
    const most = 65_536 + texts.length * MAX_BYTES_PER_TEXT;
    const answer = await this.server.post('embeddings', body, most, this.subject, signal);
    const vectors = readVectors(answer, texts.length);
    if (!vectors) throw invalidResponse('something else than one vector of one length for each text', this.subject, '');
    return vectors;
  }
}

function readVectors(answer: JsonValue, count: number): Float32Array[] | undefined {
  const rows = isJsonObject(answer) && Array.isArray(answer.data) ? answer.data : [];
  const vectors: Float32Array[] = [];
  for (const [place, row] of rows.entries()) {
    const vector = isJsonObject(row) ? unitVector(row.embedding) : undefined;
    const index = isJsonObject(row) && typeof row.index === 'number' ? row.index : place;
    if (vector && index >= 0 && index < count && vectors[index] === undefined) vectors[index] = vector;
  }
  const dimension = vectors[0]?.length;
  const isWhole = Array.from({ length: count }, (_, place) => vectors[place]?.length).every((own) => own === dimension);
  return isWhole && dimension !== undefined && rows.length === count ? vectors : undefined;
}

/** Undefined for what has no direction. */
function unitVector(value: JsonValue | undefined): Float32Array | undefined {
  if (!Array.isArray(value) || !value.every((one): one is number => Number.isFinite(one))) return undefined;
  const length = Math.sqrt(value.reduce((sum, one) => sum + one * one, 0));
  return length > 0 ? Float32Array.from(value, (one) => one / length) : undefined;
}
