/** The code of the intent whose examples are meant to be understood by nobody: out of scope. */
export const UNKNOWN = 'UNKNOWN';

/** An utterance, and what is wanted by it. */
export interface IntentExample {
  readonly intent: string;
  /** The state the conversation enters, where the example has one of its own. */
  readonly state: string | null;
  readonly utterance: string;
}

/** What the classifier tells apart: intents, and the states within one that have examples of their own. */
export interface IntentClass {
  readonly intent: string;
  readonly state: string | null;
}
