import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { messagePage, PAGE_HEADERS } from './consent-page.html.js';
import { PageWords } from './page-words.js';

const PAGE_ROUTE = '/consent/:token';

/** Has people read a page, in their language, where the page of a question cannot be served, whatever has refused it. */
@Injectable()
export class PageRefusals implements OnModuleInit {
  constructor(
    private readonly adapters: HttpAdapterHost,
    private readonly words: PageWords,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  onModuleInit(): void {
    // None in a process that serves no HTTP.
    const fastify = this.adapters.httpAdapter?.getInstance<FastifyInstance>();
    fastify?.addHook('onSend', (request, reply, payload, done) => {
      const isRefusal = reply.statusCode >= 400 && !isPage(reply.getHeader('content-type'));
      if (request.routeOptions.url !== PAGE_ROUTE || !isRefusal) return done(null, payload);
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').removeHeader('content-length');
      done(null, this.page());
    });
  }

  private page(): string {
    const [title, text] = [this.words.say('TITLE_NO_ANSWER'), this.words.say('NO_ANSWER')];
    return messagePage(this.config.flow.language, { title, text });
  }
}

function isPage(type: unknown): boolean {
  return String(type).startsWith('text/html');
}
