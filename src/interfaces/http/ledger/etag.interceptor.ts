import { createHash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** Names each answer by its content, and says only that it is the same to whoever has it already. */
class EtagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { headers } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      map((body: unknown) => {
        const text = JSON.stringify(body);
        const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
        reply.header('ETag', tag).header('Cache-Control', 'private, no-cache');
        if (names(headers['if-none-match'], tag)) {
          reply.status(304);
          return undefined;
        }
        reply.header('Content-Type', 'application/json; charset=utf-8');
        return text;
      }),
    );
  }
}

/** Proxies that compress mark a tag as weak (`W/"…"`); it names the same content. */
function names(header: string | undefined, tag: string): boolean {
  const tags = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(tag) || tags.includes('*');
}

/** Gives the answers of an operation an ETag, and answers 304 where `If-None-Match` names it. */
export function WithEtag(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    UseInterceptors(EtagInterceptor),
    ApiHeader({ name: 'If-None-Match', required: false, description: 'The ETag of an earlier answer' }),
    ApiResponse({ status: 304, description: 'The answer is the one with that ETag' }),
  );
}
