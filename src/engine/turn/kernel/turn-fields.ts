import type { JsonObject } from '../../../platform/common/json.js';
import type { ReplyPayload } from '../../../platform/handlers-api/index.js';
import { type ConversationStatus, type Handover } from '../../conversation/index.js';
import { type OutputSchema } from '../../flow/index.js';
import type {
  Confirmation,
  Proposal,
  ReadableProposals,
  TurnProposals,
  UncountedAnswer,
} from '../../pending-action/index.js';
import { type OwnWords, type ReadableOwnWords } from '../../wording/index.js';
import { type EngineFacts, type FactName } from './engine-facts.js';

/** Where a conversation can be. */
export interface Place {
  readonly intent: string;
  readonly state: string;
}

/** What steps find out and decide, beside the facts that rules and templates know by name. */
export interface TurnFields {
  /** The client's parameters, and what rules added to them in this turn. */
  readonly params: JsonObject;
  /** The conversation's durable state (`context_json`). */
  context: JsonObject;
  intent: string;
  state: string;
  status: ConversationStatus;
  /** Null while the engine answers. */
  handover: Handover | null;
  /** The person whose words the reply is; undefined where they are the engine's. */
  answeredBy: string | undefined;
  /** True when `ce_policy` has let the message pass. Before, no model may see it. */
  passedPolicy: boolean;
  /** The schema in force. */
  schema: OutputSchema | undefined;
  /** Set while another intent is answered without leaving the conversation's own place. */
  digression: Place | undefined;
  /** The words that values of this turn were read from, by field. */
  valueWords: Readonly<Record<string, string>>;
  /** What the message says beside a correction that was applied; the other fields are read from it. */
  besideCorrection: string | undefined;
  readonly ownWords: OwnWords;
  readonly proposals: TurnProposals;
  /** The action this turn's yes or no is about. */
  target: Proposal | undefined;
  /** The yes that the target may be claimed with; undefined where there is none. */
  confirmation: Confirmation | undefined;
  /** The answer that has run nothing, and why; undefined where there was none, or it counts. */
  uncounted: UncountedAnswer | undefined;
  /** How strong the words of a yes are; undefined where the words are none. */
  yesStrength: 'PLAIN' | 'STRONG' | undefined;
  /** True when a model alone took the message for a yes: it is asked again. */
  yesIsDoubtful: boolean;
  /** True when the guardrail lets the target run only because it is approved: its claim checks that again. */
  needsApproval: boolean;
  /** An action that ended in a turn which failed afterwards: the user has not been told yet. */
  untoldOutcome: Proposal | undefined;
  /** The action whose time ran out in this turn. */
  expiredNow: Proposal | undefined;
  /** Intents the message could be about, the likeliest first, when there are several. */
  intentCandidates: readonly Place[];
  /** True when the rules before the response changed intent or state. */
  movedByRules: boolean;
  /** True once the conversation was started over in this turn. */
  wasReset: boolean;
  reply: ReplyPayload | undefined;
}

type FieldName = keyof TurnFields;

/** A value of the turn that steps hand on to one another: a field or a fact. */
export type StateName = FieldName | FactName;

/**
 * The forms in which values are read. Types whose own methods change them are narrowed here, so that a step that only
 * reads them cannot.
 */
interface ReadForms {
  readonly params: Readonly<JsonObject>;
  readonly context: Readonly<JsonObject>;
  readonly ownWords: ReadableOwnWords;
  readonly proposals: ReadableProposals;
}

/**
 * Marks what may be read and written. It exists for the compiler alone: without it, a value that may only be read would
 * fit where one is written, and a fact, being optional, would fit everywhere.
 */
interface Permits<R extends StateName, W extends StateName> {
  readonly '~reads'?: { readonly [K in R]: true };
  readonly '~writes'?: { readonly [K in W]: true };
}

/** Values of the turn to be read. */
export type Reads<N extends StateName> = {
  readonly [K in N & FieldName]: K extends keyof ReadForms ? ReadForms[K] : TurnFields[K];
} & { readonly facts: Readonly<Pick<EngineFacts, N & FactName>> } & Permits<N, never>;

/** Values of the turn to be written, and read again by whoever wrote them. */
export type Writes<N extends StateName> = Pick<TurnFields, N & FieldName> & {
  readonly facts: Pick<EngineFacts, N & FactName>;
} & Permits<N, N>;

/** What a step declares about its part in the turn. */
export interface StepDeclaration {
  readonly reads: { readonly [K in StateName]?: string };
  readonly writes: readonly StateName[];
}
