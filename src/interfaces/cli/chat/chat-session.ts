import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { isJsonObject, type JsonObject, parseJson } from '../../../platform/common/json.js';
import { type Reply, ServiceError } from '../../client/index.js';
import { reasonOf } from '../command-error.js';
import { dim, plain } from '../terminal.js';
import type { AuditEntry, ConversationClient } from './conversation-client.js';
import { statusLine } from './status-line.js';

/** Where a chat takes place. */
export interface ChatTerminal {
  readonly input: Readable;
  readonly output: Writable;
  /** True for a person at a keyboard: who is prompted and sees progress, and whose lines the terminal itself shows. */
  readonly isInteractive: boolean;
  /** Whether the engine ends with this process: then a turn that is at work is awaited by whoever leaves, unless they insist. */
  readonly isEngineHere?: boolean;
}

/** What a line was written under: the conversation and, where one was shown, the turn of its last reply. */
interface Seen {
  readonly conversationId: string;
  readonly turn: number;
}

type ShownReply = Pick<Reply, 'text' | 'turn' | 'intent' | 'state' | 'context'>;

const PROMPT = 'you> ';
/** What to do here, where programs are told of a header. */
const REMEDIES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Give a key with --api-key KEY; "convengine keys create" makes one.',
};
const NOT_AWAITED = 'The reply was not awaited, and what was said may be done all the same. To see it:';
const PAYLOAD_CHARACTERS = 160;
const HELP = [
  '/new      start another conversation',
  '/reset    start this conversation over',
  '/context  show what the conversation knows',
  '/audit    show what was recorded since the last /audit, without entering and leaving steps',
  '/help     show this',
  '/quit     end the chat',
];

/** One person talking with the engine, line by line. */
export class ChatSession {
  private context: JsonObject | undefined;
  private auditShownUpTo = 0;
  private hasFailed = false;
  private conversationId: string;
  /** Whether the id was made here, and nothing was said under it yet. */
  private isNew: boolean;
  /** The turn whose reply was shown last: others may talk in the same conversation. 0: none was. */
  private seenTurn = 0;
  private isAnswering = false;
  private hasLeft = false;
  /** Ends the wait for a reply. */
  private readonly leaving = new AbortController();

  /** @param conversationId where to go on, or to begin */
  constructor(
    private readonly client: ConversationClient,
    private readonly terminal: ChatTerminal,
    conversationId?: string,
  ) {
    this.conversationId = conversationId ?? randomUUID();
    this.isNew = conversationId === undefined;
  }

  /**
   * Takes lines until the input ends or `/quit`.
   * @returns true when every message got a reply
   */
  async run(): Promise<boolean> {
    this.writeDim(`Conversation ${this.conversationId} at ${this.client.url}. /help shows what else can be done.`);
    if (!this.isNew) await this.showRefusals(() => this.showWhereItStands());
    const { input, output, isInteractive } = this.terminal;
    const lines = createInterface({ input, ...(isInteractive && { output }), terminal: isInteractive, prompt: PROMPT });
    if (isInteractive) {
      lines.once('close', () => this.leave());
      lines.prompt();
    }
    // A person may write on while a reply is on its way, and answers none that came later; a pipe has said beforehand what follows.
    const written: Seen[] = [];
    lines.on('line', () => written.push(this.seen));
    for await (const line of lines) {
      const whenWritten = written.shift() ?? this.seen;
      const seen = isInteractive ? whenWritten : this.seen;
      if ((await this.take(line.trim(), seen)) === 'end' || this.hasLeft) break;
      if (isInteractive) lines.prompt();
    }
    lines.close();
    return !this.hasFailed;
  }

  private get seen(): Seen {
    return { conversationId: this.conversationId, turn: this.seenTurn };
  }

  private async take(line: string, seen: Seen): Promise<'end' | undefined> {
    if (line === '') return;
    if (!this.terminal.isInteractive) this.write(`${PROMPT}${line}`);
    if (line === '/quit') return 'end';
    this.isAnswering = true;
    await this.showRefusals(() => this.answer(line, seen));
    this.isAnswering = false;
  }

  /** By Ctrl-C, or by the end of what a person types. */
  private leave(): void {
    this.hasLeft = true;
    if (!this.isAnswering) return;
    if (this.terminal.isEngineHere) {
      this.writeDim('\nThe engine ends with what it is at; Ctrl-C ends it at once.');
      process.once('SIGINT', () => process.exit(1));
    } else {
      this.leaving.abort();
    }
  }

  private async showRefusals(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const isLeft = this.leaving.signal.aborted;
      if (!(isLeft || error instanceof ServiceError)) throw error;
      this.hasFailed = true;
      if (isLeft) this.writeDim(`\n${NOT_AWAITED} convengine chat --conversation ${this.conversationId}`);
      else this.write(refusalOf(error as ServiceError));
    }
  }

  /** A conversation that goes on: what its user is asked stands here before a yes can mean it. */
  private async showWhereItStands(): Promise<void> {
    const conversation = await this.client.read(this.conversationId);
    if (conversation?.payload) this.showReply({ ...conversation, text: conversation.payload.value });
  }

  private async answer(line: string, seen: Seen): Promise<void> {
    if (line === '/new') this.startAnother();
    else if (line === '/context') this.showContext();
    else if (line === '/audit') await this.showAudit();
    else if (line === '/help') this.write(HELP.join('\n'));
    else if (/^\/\w+$/.test(line) && line !== '/reset') this.write(`${line} is unknown; /help shows what can be done.`);
    else await this.say(line, seen);
  }

  private async say(message: string, seen: Seen): Promise<void> {
    const { client, conversationId, leaving } = this;
    const seenTurn = seen.conversationId === conversationId ? seen.turn : 0;
    const send = () => client.send(conversationId, message, { seenTurn, signal: leaving.signal });
    const tell = (text: string) => this.writeDim(`     ${plain(text)}`);
    const asked = this.terminal.isInteractive ? client.withProgress(conversationId, tell, send) : send();
    const reply = await asked.catch((error: unknown) => {
      if (this.isNew && error instanceof ServiceError && error.code === 'NOT_FOUND') return this.begin(message);
      throw error;
    });
    this.isNew = false;
    this.showReply(reply);
  }

  /** Who may use their own conversations alone does not choose the id of a new one. */
  private async begin(message: string): Promise<Reply> {
    const reply = await this.client.send(undefined, message, { signal: this.leaving.signal });
    this.conversationId = reply.conversationId;
    return reply;
  }

  private showReply(reply: ShownReply): void {
    this.seenTurn = reply.turn;
    const context = parseJson(reply.context ?? '');
    this.context = isJsonObject(context) ? context : {};
    this.write(`bot> ${plain(reply.text).replace(/\n(?=.)/g, '\n     ')}`);
    const now = { turn: reply.turn, epochMs: Date.now() };
    this.writeDim(`     ${plain(statusLine(reply, this.context, now))}`);
  }

  private startAnother(): void {
    this.conversationId = randomUUID();
    this.isNew = true;
    this.seenTurn = 0;
    this.context = undefined;
    this.auditShownUpTo = 0;
    this.writeDim(`Conversation ${this.conversationId}.`);
  }

  private showContext(): void {
    this.write(this.context ? plain(JSON.stringify(this.context, null, 2)) : 'No reply has come yet in this chat.');
  }

  private async showAudit(): Promise<void> {
    const events = await this.client.audit(this.conversationId, this.auditShownUpTo);
    this.auditShownUpTo = events.at(-1)?.auditId ?? this.auditShownUpTo;
    const shown = events.filter(({ stage }) => stage !== 'STEP_ENTER' && stage !== 'STEP_EXIT');
    this.write(shown.length === 0 ? 'Nothing new was recorded.' : shown.map(auditLine).join('\n'));
  }

  private write(text: string): void {
    this.terminal.output.write(`${text}\n`);
  }

  private writeDim(text: string): void {
    this.write(dim(text));
  }
}

function auditLine({ turnNo, auditId, stage, payloadJson }: AuditEntry): string {
  const isLong = payloadJson.length > PAYLOAD_CHARACTERS;
  const payload = plain(isLong ? `${payloadJson.slice(0, PAYLOAD_CHARACTERS)}…` : payloadJson);
  return `turn ${turnNo}  ${auditId}  ${stage}  ${dim(payload)}`;
}

function refusalOf(error: ServiceError): string {
  const reason = error.isUnreachable && error.cause !== undefined ? ` (${reasonOf(error.cause)})` : '';
  const remedy = error.isUnreachable ? 'Is the service still running?' : (REMEDIES[error.code] ?? error.remedy);
  return `error ${error.code}: ${plain(error.message)}${reason}${remedy ? `\n  ${remedy}` : ''}`;
}
