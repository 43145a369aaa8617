import { currentTenant } from '../../platform/common/tenant.js';
import { normalizeCode } from '../scope.js';

/** What has become of the calls of one tool since the process was started. */
export interface Counted {
  readonly calls: number;
  /** Those that gave their caller an error: it failed, took too long, or had wrong arguments. */
  readonly failures: number;
}

const NONE: Counted = { calls: 0, failures: 0 };

/** Counts calls of tools, those of each tenant for itself, in the memory of this process. */
export class CallCounts {
  private readonly sums = new Map<string, Counted>();

  /** Does one call of a tool, and counts it once it has ended. */
  async during<T>(code: string, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      this.note(code, 0);
      return result;
    } catch (error) {
      this.note(code, 1);
      throw error;
    }
  }

  of(code: string): Counted {
    return this.sums.get(keyOf(code)) ?? NONE;
  }

  private note(code: string, failed: 0 | 1): void {
    const { calls, failures } = this.of(code);
    this.sums.set(keyOf(code), { calls: calls + 1, failures: failures + failed });
  }
}

function keyOf(code: string): string {
  return `${currentTenant() ?? ''} ${normalizeCode(code)}`;
}
