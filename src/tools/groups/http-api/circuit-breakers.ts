import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  CircuitState as PolicyState,
} from 'cockatiel';
import { untilAborted } from '../../../platform/common/abort.js';
import { LruCache } from '../../../platform/common/lru-cache.js';
import type { HttpApiPolicy } from '../../../platform/handlers-api/index.js';
import type { CircuitState } from '../../run/index.js';
import { HttpApiFailure } from './http-api-failure.js';

/**
 * One circuit for each tool and host, in this process. Calls count, not requests: one that failed after all its
 * attempts counts once, and only where the server is to blame. An open circuit lets one call through after its time;
 * others wait for what becomes of it.
 */
export class CircuitBreakers {
  private readonly circuits = new LruCache<CircuitBreakerPolicy>(10_000);

  /**
   * @param toolCode in upper case
   * @param work must send nothing once the signal is aborted: it may have waited for another call
   * @throws HttpApiFailure in the contract's words while the circuit is open
   */
  async run<T>(
    toolCode: string,
    host: string,
    policy: HttpApiPolicy,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!policy.circuitBreakerEnabled) return work();
    const { circuitFailureThreshold: threshold, circuitOpenMs } = policy;
    const key = JSON.stringify([toolCode, host, threshold, circuitOpenMs]);
    const circuit = this.circuits.get(key, () => newCircuit(threshold, circuitOpenMs));
    try {
      return await untilAborted(circuit.execute(work), signal);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      throw new HttpApiFailure(`Circuit open for tool ${toolCode}`, { sent: false, mayHaveHappened: false });
    }
  }

  /** By tool code in upper case; a tool that calls several hosts has the state of the circuit that lets least through. */
  states(): Map<string, CircuitState> {
    const states = new Map<string, CircuitState>();
    for (const [key, { state }] of this.circuits.entries()) {
      const [toolCode] = JSON.parse(key) as [string];
      const name = NAMES[state];
      const known = states.get(toolCode);
      if (known === undefined || STRICTNESS.indexOf(name) > STRICTNESS.indexOf(known)) states.set(toolCode, name);
    }
    return states;
  }
}

/** An isolated circuit lets nothing through, as an open one. */
const NAMES: Readonly<Record<PolicyState, CircuitState>> = {
  [PolicyState.Closed]: 'CLOSED',
  [PolicyState.HalfOpen]: 'HALF_OPEN',
  [PolicyState.Open]: 'OPEN',
  [PolicyState.Isolated]: 'OPEN',
};

const STRICTNESS: readonly CircuitState[] = ['CLOSED', 'HALF_OPEN', 'OPEN'];

function newCircuit(threshold: number, halfOpenAfter: number): CircuitBreakerPolicy {
  const counts = (error: unknown): boolean => {
    const isUpstream = error instanceof HttpApiFailure && error.isUpstream;
    // A try that was cancelled, or never left, shows nothing: only an answer closes the circuit.
    const isAnswer = error instanceof HttpApiFailure && !error.isUpstream;
    return circuit.state === PolicyState.HalfOpen ? !isAnswer : isUpstream;
  };
  const circuit: CircuitBreakerPolicy = circuitBreaker(handleWhen(counts), {
    halfOpenAfter,
    breaker: new ConsecutiveBreaker(threshold),
  });
  return circuit;
}
