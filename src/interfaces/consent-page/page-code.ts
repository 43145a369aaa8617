import { Inject, Injectable, Logger } from '@nestjs/common';
import { steadyNow } from '../../platform/common/clock.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { isSameSecret } from '../callers/index.js';
import { WrongCodes } from './wrong-codes.js';

/** How many wrong codes close the page for an action. */
const MAX_WRONG = 5;

/** How many actions are remembered. Whoever makes others forgotten has had their guesses at those instead. */
const MAX_ACTIONS = 10_000;

/** The link by which a code comes. */
interface CodeLink {
  readonly actionId: string;
  /** Name of the client the link was given to. */
  readonly client: string;
}

/** The code that people type on the page, and how often a wrong one was given: counted in this process alone. */
@Injectable()
export class PageCode {
  private readonly logger = new Logger('ConsentPage');
  /** By action; the one that was guessed at last stands last. */
  private readonly wrong = new Map<string, number>();
  private readonly ofClients = new WrongCodes();

  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  get isAsked(): boolean {
    return this.config.consent.pageCode !== '';
  }

  /** Whether no code counts for the action any more. */
  isClosed(actionId: string): boolean {
    return (this.wrong.get(actionId) ?? 0) >= MAX_WRONG;
  }

  /** For how many seconds no code counts that comes by a link of this client, the right one neither; 0 where it does. */
  pauseSeconds({ client }: CodeLink): number {
    return Math.ceil(this.ofClients.pauseMs(client, steadyNow()) / 1_000);
  }

  /** How many more codes may be tried for the action. */
  triesLeft(actionId: string): number {
    return Math.max(0, MAX_WRONG - (this.wrong.get(actionId) ?? 0));
  }

  /** Whether a yes comes from somebody who has the code; one that does not is counted and logged. */
  admits(link: CodeLink, given: string): boolean {
    const { pageCode } = this.config.consent;
    if (pageCode === '') return true;
    if (this.isClosed(link.actionId) || this.pauseSeconds(link) > 0) return false;
    if (isSameSecret(given, pageCode)) return true;
    this.count(link.actionId);
    this.countOfClient(link);
    return false;
  }

  private countOfClient(link: CodeLink): void {
    this.ofClients.note(link.client, steadyNow());
    const seconds = this.pauseSeconds(link);
    if (seconds === 0) return;
    this.logger.warn(
      `Too many wrong codes came by links of ${link.client || 'programs without a key'}: none is read for ${seconds} s.`,
    );
  }

  private count(actionId: string): void {
    const times = (this.wrong.get(actionId) ?? 0) + 1;
    this.wrong.delete(actionId);
    this.wrong.set(actionId, times);
    const [oldest] = this.wrong.keys();
    if (this.wrong.size > MAX_ACTIONS && oldest !== undefined) this.wrong.delete(oldest);
    this.logger.warn(
      `A yes to action ${actionId} came without the right code, ${times} of ${MAX_WRONG}: nothing was done.`,
    );
  }
}
