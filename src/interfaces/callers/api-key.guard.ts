import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type Type,
  UseGuards,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import { type ConvEngineConfig, hasAnyKey } from '../../platform/config/index.js';
import { ApiSecurity } from '../api-description/index.js';
import { carriesKey, isLocalCaller } from './api-key.js';

/** Lets those in who carry the admin key; while none is configured, programs on this machine. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  /** @throws EngineError UNAUTHORIZED */
  canActivate(context: ExecutionContext): boolean {
    const { headers, ip } = context.switchToHttp().getRequest<FastifyRequest>();
    const { adminApiKey } = this.config.security;
    if (adminApiKey !== '') return carriesKey(headers, adminApiKey) || refuse('This address needs the admin API key.');
    if (isLocalCaller({ remoteAddress: ip, headers }, this.config.http.corsOrigins)) return true;
    return refuse(
      'This address answers callers on the same machine only; set convengine.security.admin-api-key to open it to others.',
    );
  }
}

/** Lets those in who carry the conversation key; everybody while no key of any kind is configured. */
@Injectable()
export class ConversationGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: ConvEngineConfig) {}

  /** @throws EngineError UNAUTHORIZED */
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const { conversationApiKey } = this.config.security;
    if (!hasAnyKey(this.config)) return true;
    if (conversationApiKey === '') {
      return refuse(
        'This address is closed while other keys are configured: set convengine.security.conversation-api-key.',
      );
    }
    return carriesKey(headers, conversationApiKey) || refuse('This address needs the conversation API key.');
  }
}

/** Guards a controller, and documents that a key may be asked for. */
export function GuardedBy(guard: Type<CanActivate>): ClassDecorator & MethodDecorator {
  return applyDecorators(UseGuards(guard), ApiSecurity({}), ApiSecurity('bearer'), ApiSecurity('api-key'));
}

function refuse(message: string): never {
  throw new EngineError('UNAUTHORIZED', message);
}
