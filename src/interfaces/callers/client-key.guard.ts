import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ClientKeys } from './client-keys.js';
import type { ClientScope } from './client-scope.js';

/** A request that `ClientKeyGuard` has let in. */
interface ClientRequest extends FastifyRequest {
  clientScope?: ClientScope;
}

/** What is told where a controller's address is switched off (`convengine.mcp.server.enabled`). */
export const SwitchedOffText = Reflector.createDecorator<string>();

/**
 * Lets in the clients that may call tools, over MCP or plain HTTP, and leaves what each may see on its request, where
 * `@CallerScope()` finds it.
 */
@Injectable()
export class ClientKeyGuard implements CanActivate {
  constructor(
    private readonly keys: ClientKeys,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** @throws EngineError NOT_FOUND where it is switched off, UNAUTHORIZED */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ClientRequest>();
    if (!this.config.mcp.server.enabled) {
      throw new EngineError('NOT_FOUND', this.reflector.get(SwitchedOffText, context.getClass()));
    }
    request.clientScope = this.keys.identify(request.headers);
    return true;
  }
}

/** The scope of the caller, as a parameter of a handler that `ClientKeyGuard` stands before. */
export const CallerScope: (...pipes: PipeTransform[]) => ParameterDecorator = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ClientScope => {
    const { clientScope } = context.switchToHttp().getRequest<ClientRequest>();
    if (!clientScope) throw new Error('ClientKeyGuard does not stand before this handler.');
    return clientScope;
  },
);
