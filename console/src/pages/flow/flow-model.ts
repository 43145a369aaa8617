import type { Flow } from './use-flow';

type Kind = 'intent' | 'state' | 'classifier' | 'rule' | 'reply' | 'action' | 'tool';
export type Finding = Flow['findings'][number];

/** Something of the flow that can be looked at: a row, or a state, which rows name. */
export interface Part {
  /** Also in the address of the page. */
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  /** What it says or does, in a line; may be empty. */
  readonly text: string;
  readonly intent: string;
  readonly state: string;
  /** The table and the row as they are; undefined for what has no row. */
  readonly table: string | undefined;
  readonly row: Readonly<Record<string, unknown>>;
  readonly findings: readonly Finding[];
  /** How many conversations of the last day are there; undefined for what is no place. */
  readonly chats: number | undefined;
}

/** A rule that leads from one part to another. */
export interface Line {
  /** That of the rule. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly rule: Part;
}

/** An intent with all that is scoped to it. */
export interface Group {
  readonly intent: Part;
  readonly states: readonly Part[];
  readonly classifiers: readonly Part[];
  readonly tools: readonly Part[];
  readonly rules: readonly Part[];
  readonly actions: readonly Part[];
  readonly replies: readonly Part[];
}

/** The flow as parts and what leads from one to another. */
export interface FlowModel {
  readonly groups: readonly Group[];
  readonly parts: ReadonlyMap<string, Part>;
  /** Of the rules that lead somewhere; the others stand in the list. */
  readonly lines: readonly Line[];
  /** With the part each is about; undefined where it is about no part that is shown. */
  readonly findings: readonly { readonly finding: Finding; readonly part: Part | undefined }[];
  /** The most conversations in a state. */
  readonly mostChats: number;
}

export const ANY = 'ANY';

export function partId(kind: Kind, key: string | number): string {
  return `${kind}:${key}`;
}

export function stateId(intent: string, state: string): string {
  return partId('state', `${intent}/${state}`);
}
