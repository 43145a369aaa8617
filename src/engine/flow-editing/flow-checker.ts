import { Injectable } from '@nestjs/common';
import { acrossTenants } from '../../platform/common/tenant.js';
import type { FlowRows } from '../../platform/persistence/index.js';
import { FlowProblems } from '../../tools/flow-problem.js';
import { describeProblem, type FlowProblem, ToolRunner } from '../../tools/index.js';
import { applyChanges, FlowService, type RowChange, tenantsWithRows } from '../flow/index.js';
import { lookTwice } from '../flow-check/index.js';
import { checkKeys } from './check-keys.js';

/** A problem of rows, and whether it comes with the changes. */
export interface FoundProblem extends FlowProblem {
  readonly isNew: boolean;
}

/** Says what is wrong with rows once changes are made, as `flow check` would. */
@Injectable()
export class FlowChecker {
  private known:
    | { readonly rows: FlowRows; readonly tenant: string; readonly lines: Promise<ReadonlySet<string>> }
    | undefined;

  constructor(
    private readonly flow: FlowService,
    private readonly tools: ToolRunner,
  ) {}

  /**
   * @param found what is known to be wrong with single values; where there are errors among it, nothing else is looked for
   * @returns what comes with the changes first
   */
  async problems(rows: FlowRows, changes: readonly RowChange[], found = new FlowProblems()): Promise<FoundProblem[]> {
    const changed = applyChanges(rows, changes);
    if (!found.hasErrors) checkKeys(changed, changes, found);
    if (found.hasErrors) return found.list.map((problem) => ({ ...problem, isNew: true }));
    const before = await this.linesOf(rows);
    const known = found.list.map((problem) => ({ ...problem, isNew: true }));
    return [
      ...known,
      ...(await this.checked(changed)).map((problem) => ({ ...problem, isNew: !before.has(describeProblem(problem)) })),
    ].sort((a, b) => Number(b.isNew) - Number(a.isNew));
  }

  /** What was wrong before the changes; somebody who edits asks often for the same rows. */
  private linesOf(rows: FlowRows): Promise<ReadonlySet<string>> {
    const { tenant } = this.flow;
    if (this.known?.rows === rows && this.known.tenant === tenant) return this.known.lines;
    const lines = this.checked(rows).then((problems) => new Set(problems.map(describeProblem)));
    this.known = { rows, tenant, lines };
    lines.catch(() => {
      this.known = undefined;
    });
    return lines;
  }

  private async checked(rows: FlowRows): Promise<FlowProblem[]> {
    const found = await this.look(rows);
    if (tenantsWithRows(rows).length === 0) return found;
    // A shared row whose place another one takes is looked at, too.
    const known = new Set(found.map(describeProblem));
    const shared = await acrossTenants(() => this.look(rows));
    return [...found, ...shared.filter((problem) => !known.has(describeProblem(problem)))];
  }

  private async look(rows: FlowRows): Promise<FlowProblem[]> {
    const { problems, flow } = await this.flow.check(rows);
    return [...problems, ...lookTwice(flow, this.tools)];
  }
}
