import { tracingChannel } from 'node:diagnostics_channel';
import { messageOf } from '../../../platform/common/errors.js';
import type { JsonObject, JsonValue } from '../../../platform/common/json.js';
import {
  type BuiltInCall,
  type BuiltInTool,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ToolCallRefusal,
} from '../../built-in-tool.js';
import { computeDeltaSc, type DeltaSc, type DeltaScSettings } from './compute.js';
import type { ClusterContextProvider, GraphContextProvider } from './contexts.js';
import { EMBEDDERS } from './embedders.js';
import { ClusterFitError, CoherenceError, EntropyError, InvalidFingerprint } from './failures.js';
import { type ComputeRequest, readRequest } from './request.js';
import { INPUT_SCHEMA, OUTPUT_SCHEMA } from './schemas.js';

/** What the tool works with. */
export interface DeltaScParts {
  readonly settings: DeltaScSettings;
  readonly graph: GraphContextProvider;
  readonly clusters: ClusterContextProvider;
  /** Replaced in tests of what happens when it fails. */
  readonly compute?: typeof computeDeltaSc;
}

/** What a subscriber of the tracing channel is told. */
export interface DeltaScSpan {
  vertexId: string;
  includeDiagnostics: boolean;
}

/** Spans of the tool: `tracing:compute_delta_sc:start`, `:asyncEnd`, `:error` and so on, for tracers to subscribe to. */
const spans = tracingChannel<unknown, DeltaScSpan>('compute_delta_sc');

/** `gwt/compute_delta_sc`: how surprising an update of a vertex is, and how well it fits in. */
export class ComputeDeltaScTool implements BuiltInTool {
  readonly code = 'gwt/compute_delta_sc';
  readonly aliases = ['gwt_compute_delta_sc'];
  readonly title = 'Compute ΔS and ΔC';
  readonly description =
    'Computes the change of entropy (delta S, for each of 13 embedders and in all) and of coherence (delta C) when a ' +
    'vertex goes from one fingerprint to another, with its Johari quadrants and its learning potential.';
  readonly inputSchema = INPUT_SCHEMA;
  readonly outputSchema = OUTPUT_SCHEMA;
  readonly annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  readonly sideEffect = 'READ';

  constructor(private readonly parts: DeltaScParts) {}

  notesOn() {
    return { isError: false, metadata: { tool: this.code } };
  }

  /** @throws ToolCallRefusal */
  async execute(args: JsonValue, { signal }: BuiltInCall): Promise<JsonObject> {
    const startedAt = performance.now();
    const request = readOrRefuse(args);
    const span = { vertexId: request.vertexId, includeDiagnostics: request.includeDiagnostics };
    const result = await spans.tracePromise(() => this.compute(request, signal), span);
    return toResponse(result, request, Math.round((performance.now() - startedAt) * 1000));
  }

  private async compute(request: ComputeRequest, signal: AbortSignal): Promise<DeltaSc> {
    const { graph, clusters, settings, compute = computeDeltaSc } = this.parts;
    const { vertexId } = request;
    const [graphContext, clusterContext] = await Promise.all([
      contextOf('Graph', () => graph.getContext(vertexId, signal)),
      contextOf('Cluster', () => clusters.getContext(vertexId, signal)),
    ]);
    try {
      return compute(request, graphContext, clusterContext, settings);
    } catch (cause) {
      throw new ToolCallRefusal(INTERNAL_ERROR, describe(cause), { cause });
    }
  }
}

function readOrRefuse(args: JsonValue): ComputeRequest {
  try {
    return readRequest(args);
  } catch (cause) {
    if (!(cause instanceof InvalidFingerprint)) throw cause;
    throw new ToolCallRefusal(INVALID_PARAMS, cause.message, { cause });
  }
}

async function contextOf<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ToolCallRefusal(INTERNAL_ERROR, `${name} context unavailable: ${messageOf(cause)}`, { cause });
  }
}

function describe(error: unknown): string {
  if (error instanceof EntropyError) return `Entropy computation failed: ${error.message}`;
  if (error instanceof CoherenceError) return `Coherence computation failed: ${error.message}`;
  if (error instanceof ClusterFitError) return `ClusterFit failed: ${error.message}`;
  return `UTL error: ${messageOf(error)}`;
}

function toResponse(result: DeltaSc, request: ComputeRequest, microseconds: number): JsonObject {
  return {
    delta_s_per_embedder: [...result.deltaS],
    delta_s_aggregate: result.aggregate,
    delta_c: result.deltaC,
    johari_quadrants: [...result.quadrants],
    johari_aggregate: result.quadrant,
    utl_learning_potential: result.learningPotential,
    ...(result.warnings.length > 0 && { warnings: [...result.warnings] }),
    ...(request.includeDiagnostics && { diagnostics: diagnostics(result, microseconds) }),
  };
}

function diagnostics(result: DeltaSc, microseconds: number): JsonObject {
  return {
    methods_used: EMBEDDERS.map(({ method }) => method),
    connectivity: result.connectivity,
    cluster_fit: result.clusterFit,
    consistency: result.consistency,
    computation_time_us: microseconds,
    embedder_weights: EMBEDDERS.map(() => 1 / EMBEDDERS.length),
    johari_threshold: result.threshold,
    multi_embedder_potential: result.multiEmbedderPotential,
  };
}
