/** Whose request it is. What is undefined is not counted. */
export interface RequestSource {
  readonly address: string;
  /** The name of the API key that it carries. */
  readonly key: string | undefined;
  readonly tenant: string | undefined;
  readonly conversation: string | undefined;
}

/** A kind of source whose requests may be limited. */
export type Counted = keyof RequestSource;
