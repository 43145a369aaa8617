/** A question to the user that goes before any other reply. */
export interface Clarification {
  readonly question: string;
  readonly reason: string;
  /** What can be picked, where the answer picks an intent. */
  readonly options?: readonly { readonly intent: string; readonly state: string }[];
}

/** What the engine itself has to say in a turn, to be read. */
export interface ReadableOwnWords {
  readonly clarification: Clarification | undefined;
  /** The question for a tool call that was proposed. */
  readonly toolQuestion: string | undefined;
  readonly notice: string | undefined;
  /** Said before the reply, whatever it is. */
  readonly preface: readonly string[];
  /** A question of this turn about an open proposal that is not its own. */
  questionAbout(proposalId: string): string | undefined;
  first(flow: { readonly isSilenced: boolean }): FirstWords | undefined;
}

/** What the reply is instead of the flow's own words. */
export interface FirstWords {
  readonly kind: 'question' | 'notice';
  readonly text: string;
}

/**
 * What the engine itself has to say and to ask in a turn, and in which precedence: a clarification goes first, then the
 * question for a tool call, then the notice, then the flow. The preface stands before whatever is said.
 */
export class OwnWords implements ReadableOwnWords {
  private readonly current: {
    clarification?: Clarification;
    toolQuestion?: string;
    notice?: string | undefined;
  } = {};
  private readonly asides: string[] = [];
  private readonly questions = new Map<string, string>();

  get clarification(): Clarification | undefined {
    return this.current.clarification;
  }

  get toolQuestion(): string | undefined {
    return this.current.toolQuestion;
  }

  get notice(): string | undefined {
    return this.current.notice;
  }

  get preface(): readonly string[] {
    return this.asides;
  }

  /** Asks the user something; nothing else is said but the preface. */
  clarify(clarification: Clarification): void {
    this.current.clarification = clarification;
  }

  /** Asks for a tool call; only a clarification may stand in its place. */
  askForTool(question: string): void {
    this.current.toolQuestion = question;
  }

  /** Tells what has happened (expired, already done, …). The last one told stands. */
  tell(notice: string): void {
    this.current.notice = notice;
  }

  /** Takes the notice back: what follows says it better. */
  untell(): void {
    this.current.notice = undefined;
  }

  /** Tells before the reply, whatever it is: a value that was not taken, an outcome not told yet. */
  tellFirst(text: string): void {
    this.asides.push(text);
  }

  /** Notes that the reply asks about an open proposal in other words: which of several is meant, whether to try again. */
  askAbout(proposalId: string, question: string): void {
    this.questions.set(proposalId, question);
  }

  questionAbout(proposalId: string): string | undefined {
    return this.questions.get(proposalId);
  }

  /**
   * What goes before the flow's own words; undefined where the flow speaks.
   * @param flow `isSilenced`: the notice is not to be told, since the flow says it better or something else is answered
   */
  first({ isSilenced }: { readonly isSilenced: boolean }): FirstWords | undefined {
    const question = this.clarification?.question ?? this.toolQuestion;
    if (question) return { kind: 'question', text: question };
    return this.notice && !isSilenced ? { kind: 'notice', text: this.notice } : undefined;
  }
}
