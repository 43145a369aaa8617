import { Inject, Injectable } from '@nestjs/common';
import { AuditStream } from '../../platform/audit/index.js';
import type { JsonObject } from '../../platform/common/json.js';
import { sameCode, type VerboseMessage } from '../flow/index.js';
import { render } from './template-view.js';
import type { WordingView } from './wording-view.js';

interface ToldView extends WordingView {
  readonly conversationId: string;
  readonly intent: string;
  readonly state: string;
}

/** Progress lines from `ce_verbose`, sent live to those who follow a conversation. */
@Injectable()
export class Verbose {
  constructor(@Inject(AuditStream) private readonly stream: Pick<AuditStream, 'hasListeners' | 'publishProgress'>) {}

  /** Tells the most specific line for what just happened in a step, if a row has one and somebody listens. */
  tell(
    turn: ToldView,
    step: string,
    determinant: string,
    metadata: JsonObject = {},
    about: { ruleId?: number; toolCode?: string } = {},
  ): void {
    if (!this.stream.hasListeners(turn.conversationId)) return;
    const row = bestRow(turn, step, determinant, metadata, about);
    const isError = determinant.endsWith('_ERROR');
    const template = isError ? (row?.errorMessage ?? row?.message) : (row?.message ?? row?.errorMessage);
    if (!row || !template) return;
    this.stream.publishProgress(turn.conversationId, {
      stage: determinant,
      text: render(turn, template, metadata),
      level: isError ? 'ERROR' : 'INFO',
      details: { verboseId: row.id, stepName: step, determinant, intent: turn.intent, state: turn.state, ...about },
    });
  }
}

function bestRow(
  turn: ToldView,
  step: string,
  determinant: string,
  metadata: JsonObject,
  about: { ruleId?: number; toolCode?: string },
): VerboseMessage | undefined {
  const matching = turn.flow
    .verboseFor(turn.intent, turn.state)
    .filter(
      (row) =>
        (sameCode(row.determinant, determinant) || sameCode(row.determinant, 'ANY')) &&
        (row.ruleId === null || row.ruleId === about.ruleId) &&
        (row.toolCode === null || sameCode(row.toolCode, about.toolCode ?? '')) &&
        row.stepMatches(step, metadata),
    );
  // Rows come most specific scope first; among them a narrower match goes before a wider one.
  return matching.sort((a, b) => narrowness(b) - narrowness(a))[0];
}

function narrowness(row: VerboseMessage): number {
  const scope = (row.intent === 'ANY' ? 0 : 400) + (row.state === 'ANY' ? 0 : 300);
  const named = (row.ruleId === null ? 0 : 200) + (row.toolCode === null ? 0 : 150);
  return scope + (row.determinant === 'ANY' ? 0 : 250) + row.stepSpecificity * 50 + named;
}
