import type { AskedTool, DirectToolCalls, OpenedTool } from '../../engine/turn/index.js';
import { newId } from '../../platform/common/ids.js';
import type { Seal } from '../../platform/secrets/index.js';

/** Where a call that writes is asked and answered. */
export interface ActionPlace {
  /** A conversation of its own. */
  readonly conversationId: string;
  /** The action's id as the client is told it. */
  readonly idOf: (actionId: string) => string;
}

/** An action that a client has opened, and what it would do. */
export interface OpenedAction {
  readonly asked: AskedTool;
  readonly place: ActionPlace;
  readonly work: string;
  isInDoubt: boolean;
}

/** What is known of a client between its requests. */
export interface ClientMemory {
  /** The conversation of its last message; undefined where it has to be named. */
  readonly talkingIn: string | undefined;
  /** Goes on in this conversation where the next message names none. */
  talk(conversationId: string): void;
  /** Where calls that read are recorded. */
  placeOfReads(): string;
  newPlace(): ActionPlace;
  keep(opened: OpenedAction): void;
  /** By the id that the client was told. */
  find(id: string): Promise<OpenedAction | undefined>;
  /** The very same call, where it was begun and nobody knows how it ended. */
  inDoubt(work: string): OpenedAction | undefined;
}

/** How many actions a session remembers; older ones expire by their clocks. */
const MAX_ACTIONS = 1_000;

/** What a session knows; it ends with it. */
export class SessionMemory implements ClientMemory {
  talkingIn: string | undefined;
  private readonly actions = new Map<string, OpenedAction>();
  private readonly conversationId = newId();

  talk(conversationId: string): void {
    this.talkingIn = conversationId;
  }

  placeOfReads(): string {
    return this.conversationId;
  }

  newPlace(): ActionPlace {
    return { conversationId: newId(), idOf: (actionId) => actionId };
  }

  keep(opened: OpenedAction): void {
    this.actions.set(opened.place.idOf(opened.asked.actionId), opened);
    const [oldest] = this.actions.keys();
    if (this.actions.size > MAX_ACTIONS && oldest !== undefined) this.actions.delete(oldest);
  }

  async find(id: string): Promise<OpenedAction | undefined> {
    return this.actions.get(id);
  }

  inDoubt(work: string): OpenedAction | undefined {
    return [...this.actions.values()].find((one) => one.isInDoubt && one.work === work);
  }
}

/**
 * What is known of a client without a session: what the database has, so any process can answer. An id leads to the
 * conversation of its action for the client who opened it, and for nobody else.
 */
export class StoredMemory implements ClientMemory {
  readonly talkingIn = undefined;

  constructor(
    private readonly calls: Pick<DirectToolCalls, 'find'>,
    private readonly seal: Pick<Seal, 'idFromName'>,
    /** Name of the client. */
    private readonly client: string,
  ) {}

  talk(): void {
    // Nothing tells the next message of this client from one of another user of its program.
  }

  placeOfReads(): string {
    return newId();
  }

  newPlace(): ActionPlace {
    return this.placeOf(newId());
  }

  keep(): void {
    // The database has it.
  }

  async find(id: string): Promise<OpenedAction | undefined> {
    const [, callId, actionId = ''] = TOLD_ID.exec(id) ?? [];
    if (callId === undefined) return undefined;
    const place = this.placeOf(callId);
    const opened = await this.calls.find(place.conversationId, actionId);
    return opened && openedAction(opened, place);
  }

  inDoubt(): undefined {
    return undefined;
  }

  private placeOf(callId: string): ActionPlace {
    const conversationId = this.seal.idFromName(`mcp action ${this.client} ${callId}`);
    return { conversationId, idOf: (actionId) => `${callId}.${actionId}` };
  }
}

/** The call, and the proposal that its question was about. */
const TOLD_ID = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

function openedAction({ asked }: OpenedTool, place: ActionPlace): OpenedAction {
  return { asked, place, work: '', isInDoubt: false };
}
