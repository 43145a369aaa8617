import type { AddressInfo, Server } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ConsentLinks, type LinkedQuestion } from '../../engine/turn/index.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { PageWords } from './page-words.js';

/** What a program is told of where its user decides; nothing about a question that needs no user. */
export interface WayToDecide {
  /** The address of the page. */
  readonly url?: string;
  /** Why there is none, and what to do about it. */
  readonly problem?: string;
}

/**
 * Where the user behind a program decides about a question. Whoever has a link can open it, programs too: a link is put
 * into the hands of a program only where the page asks for a code that its user has and the program has not.
 */
@Injectable()
export class ConsentUrls {
  constructor(
    private readonly links: ConsentLinks,
    private readonly adapters: HttpAdapterHost,
    private readonly words: PageWords,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** For an answer that the program itself reads. */
  async forProgram(question: LinkedQuestion): Promise<WayToDecide> {
    if (this.config.consent.pageCode === '') {
      return (await this.links.needsUser(question)) ? { problem: this.words.say('NO_CODE') } : {};
    }
    const url = await this.forWindowOfHost(question);
    return url === undefined ? {} : { url };
  }

  /** For a window that the host opens for its user, and that its model does not see; undefined where it is not open. */
  async forWindowOfHost(question: LinkedQuestion): Promise<string | undefined> {
    const token = await this.links.make(question);
    return token && `${this.base}/consent/${token}`;
  }

  /** The sentence that sends the user there. */
  sentence(link: string): string {
    return this.words.say('LINK_TEXT', { link });
  }

  /** Whether a page of this origin is the service's own. @param host what the request was sent to */
  isOwn(origin: string, host: string): boolean {
    const own = [`http://${host}`, `https://${host}`, new URL(this.base).origin];
    return own.includes(origin);
  }

  private get base(): string {
    return this.config.http.publicUrl || `http://localhost:${this.listeningPort ?? this.config.http.port}`;
  }

  /** Undefined in a process that serves no HTTP. */
  private get listeningPort(): number | undefined {
    const server = this.adapters.httpAdapter?.getHttpServer() as Partial<Server> | undefined;
    const address = server?.address?.() as AddressInfo | string | null | undefined;
    return typeof address === 'object' ? address?.port : undefined;
  }
}
