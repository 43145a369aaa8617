import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../../../platform/common/clock.js';
import { messageOf } from '../../../platform/common/errors.js';
import { isJsonObject, type JsonObject, type JsonValue, toStorableText } from '../../../platform/common/json.js';
import { linesWithMarksShown } from '../../../platform/common/plain-text.js';
import { acrossTenants } from '../../../platform/common/tenant.js';
import { CLOCK, CONFIG } from '../../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../../platform/config/index.js';
import type { ApprovalRequest } from '../../../platform/handlers-api/index.js';
import {
  EmbeddedWorkflows,
  HIDDEN,
  hiddenTexts,
  hideInTexts,
  type RunApprovals,
  type RunKey,
} from '../../../tools/index.js';
import { IdleConversations, type LeasedConversation } from '../../conversation/index.js';
import {
  approvalOutcome,
  askedDigest,
  askingStep,
  auditLifecycle,
  closed,
  consentTerms,
  hashArguments,
  isOpen,
  isRunApproval,
  openProposal,
  type Proposal,
  ProposalRepository,
  runApprovalRef,
} from '../index.js';

/** How long a conversation that answers a message is waited for at a time, in milliseconds. */
const BUSY_PAUSE_MS = 200;

/** How many answers are read at once. */
const BATCH = 200;

/** Who asks, and what. */
interface Question {
  readonly run: RunKey & { readonly workflow: string };
  readonly step: string;
  readonly request: ApprovalRequest;
}

/**
 * Puts the questions of workflow runs before their users. A question is an action of the conversation like any other,
 * and is asked with the next reply. The run is told a yes as soon as it is said; how else a question ended, it is
 * told in rounds.
 */
@Injectable()
export class RunQuestions implements RunApprovals {
  private readonly logger = new Logger(RunQuestions.name);

  constructor(
    private readonly conversations: IdleConversations,
    private readonly proposals: ProposalRepository,
    private readonly workflows: EmbeddedWorkflows,
    @Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'consent' | 'flow'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  digestOf({ question, arguments: args = {} }: Pick<ApprovalRequest, 'question' | 'arguments'>): string {
    return askedDigest({ question: asked(question), argumentsHash: hashArguments(args) });
  }

  async ask(run: Question['run'], step: string, request: ApprovalRequest, signal: AbortSignal): Promise<void> {
    if (await this.proposals.has(run.conversationId, runApprovalRef(run.runId, step))) return;
    for (;;) {
      const asked = await this.conversations.use(run.conversationId, (leased) =>
        this.open(leased, { run, step, request }),
      );
      // Of a conversation that is gone nobody is left to ask.
      if (asked !== 'busy') return;
      await sleep(BUSY_PAUSE_MS, undefined, { signal, ref: false });
    }
  }

  /** Tells runs what became of what they have asked, where nobody has told them yet. */
  async tellAnswers(): Promise<void> {
    for (const answered of await acrossTenants(() => this.proposals.answeredRuns(BATCH))) {
      await acrossTenants(() => this.tell(answered));
    }
  }

  /** Closes the questions of a run that has ended: nobody is there who could be told an answer. */
  async withdraw({ proposals, conversation, audit }: LeasedConversation, runId: string): Promise<void> {
    const now = { turn: conversation.turnNo, epochMs: this.clock.now() };
    const isItsOwn = (one: Proposal) => isOpen(one) && isRunApproval(one) && askingStep(one).runId === runId;
    for (const open of proposals.filter(isItsOwn)) {
      const withdrawn = closed(open, 'SUPERSEDE', 'SUPERSEDED', now);
      if (!(await this.proposals.closeOpen(withdrawn, now))) continue;
      auditLifecycle({ audit, moment: now }, 'REJECTED', withdrawn);
    }
  }

  /** What goes wrong with one keeps no other run from its answer, and is tried again. */
  private async tell(answered: Proposal): Promise<void> {
    const { runId, step } = askingStep(answered);
    try {
      const key = { conversationId: answered.conversationId, runId };
      await this.workflows.decide(key, step, approvalOutcome(answered), askedDigest(answered));
    } catch (error) {
      this.logger.warn(
        `run ${runId} could not be told what "${step}" was answered, and is so later: ${messageOf(error)}`,
      );
    }
  }

  private async open({ conversation, audit }: LeasedConversation, question: Question): Promise<void> {
    const now = { turn: conversation.turnNo, epochMs: this.clock.now() };
    const { intent, state } = conversation;
    const { conversationId } = question.run;
    const start = await this.proposals.withKey(conversationId, await this.workflows.startedBy(question.run));
    // Who has the run started may not approve what it asks, and what was secret there is so here.
    const requestedBy = start?.requestedBy ?? null;
    const secrets = start ? hiddenTexts(start.arguments, start.shown) : [];
    const proposal = this.proposalFor(question, { intent, state, requestedBy }, secrets, now);
    if (!(await this.proposals.add(proposal, now))) return;
    auditLifecycle({ audit, moment: now }, 'OPEN', proposal);
  }

  private proposalFor(
    { run, step, request }: Question,
    place: Pick<Proposal, 'intent' | 'state' | 'requestedBy'>,
    secrets: readonly string[],
    now: { readonly turn: number; readonly epochMs: number },
  ): Proposal {
    const { risk = null, consent = null, arguments: args = {} } = request;
    const actionKey = `${run.workflow}.${step}`;
    const { flow } = this.config;
    const needsApproval =
      risk === 'HIGH' && flow.guardrail.enabled && flow.guardrail.requireApprovalForSensitiveActions;
    const opened = openProposal(
      {
        ...place,
        ...consentTerms({ name: actionKey, risk, consent }, this.config.consent),
        conversationId: run.conversationId,
        pendingActionId: null,
        toolCode: null,
        actionKey,
        actionRef: runApprovalRef(run.runId, step),
        arguments: args,
        shown: secrets.length === 0 ? null : (withoutSecrets(args, secrets) as JsonObject),
        executionPolicy: 'idempotent',
      },
      { ttlTurns: 0, ttlMinutes: 0 },
      now,
    );
    return {
      ...opened,
      question: asked(request.question),
      expiresAtMs: request.timeoutMs === undefined ? null : now.epochMs + request.timeoutMs,
      askedAtMs: now.epochMs,
      approvalAskedAtMs: needsApproval ? now.epochMs : null,
    };
  }
}

/** A question as it is put: what cannot be seen in a line is shown. */
function asked(question: string): string {
  return linesWithMarksShown(toStorableText(question));
}

function withoutSecrets(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'number') return secrets.includes(String(value)) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets));
  if (!isJsonObject(value)) return hideInTexts(value, secrets);
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withoutSecrets(child, secrets)]));
}
