import {
  applyDecorators,
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  RequestMethod,
  type Type,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EngineError } from '../../platform/common/errors.js';
import { inTenant } from '../../platform/common/tenant.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { ApiSecurity } from '../api-description/index.js';
import { Access } from './access.js';
import type { Admitted } from './caller.js';
import { setChallenge } from './challenge.js';
import type { ClientScope } from './client-scope.js';
import { ROUTES, type RouteAccess } from './routes.js';

/** A request that a guard has let in. */
interface AdmittedRequest extends FastifyRequest {
  admitted?: Admitted;
}

/** Lets in whoever may do what the route needs, by the table of routes; a route that is not in it lets nobody in. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly access: Access,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {}

  /** @throws EngineError as `Access.admit` does */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<AdmittedRequest>();
    const access = accessOf(context);
    try {
      const admitted = await this.access.admit(request, access);
      if (admitted) request.admitted = admitted;
      return true;
    } catch (error) {
      setChallenge(http.getResponse<FastifyReply>(), request, error, access, this.config);
      throw error;
    }
  }
}

/** What is told where a controller's address is switched off (`convengine.mcp.server.enabled`). */
export const SwitchedOffText = Reflector.createDecorator<string>();

/** The same for programs that call tools, over MCP or plain HTTP, which can be switched off. */
@Injectable()
export class ClientKeyGuard implements CanActivate {
  private readonly guard: AccessGuard;

  constructor(
    access: Access,
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
  ) {
    this.guard = new AccessGuard(access, config);
  }

  /** @throws EngineError NOT_FOUND where it is switched off; as `AccessGuard` does */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.config.mcp.server.enabled) {
      throw new EngineError('NOT_FOUND', this.reflector.get(SwitchedOffText, context.getClass()));
    }
    return this.guard.canActivate(context);
  }
}

/** Answers a request that was let in for the tenant of its caller. */
class ForTenant implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const { admitted } = context.switchToHttp().getRequest<AdmittedRequest>();
    return admitted ? inTenant(admitted.caller.tenant, () => next.handle()) : next.handle();
  }
}

/** Guards a controller: who is let in is answered for their tenant. */
export function AdmittedBy(guard: Type<CanActivate>): ClassDecorator & MethodDecorator {
  return applyDecorators(UseGuards(guard), UseInterceptors(ForTenant));
}

/** The same, and documents that a key may be asked for. */
export function GuardedBy(guard: Type<CanActivate>): ClassDecorator & MethodDecorator {
  return applyDecorators(AdmittedBy(guard), ApiSecurity({}), ApiSecurity('bearer'), ApiSecurity('api-key'));
}

/** Who was let in, as a parameter of a handler that a guard stands before. */
export const LetIn: (...pipes: PipeTransform[]) => ParameterDecorator = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Admitted => admittedOf(context),
);

/** The scope of the caller, as a parameter of a handler that `ClientKeyGuard` stands before. */
export const CallerScope: (...pipes: PipeTransform[]) => ParameterDecorator = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ClientScope => {
    const { caller, owner } = admittedOf(context);
    return { ...caller.scope, owner };
  },
);

function admittedOf(context: ExecutionContext): Admitted {
  const { admitted } = context.switchToHttp().getRequest<AdmittedRequest>();
  if (!admitted) throw new Error('No guard stands before this handler.');
  return admitted;
}

/** @throws EngineError FORBIDDEN for a route that the table does not have */
function accessOf(context: ExecutionContext): RouteAccess {
  const route = routeOf(context);
  const access = Object.hasOwn(ROUTES, route) ? ROUTES[route] : undefined;
  if (access) return access;
  throw new EngineError('FORBIDDEN', `Nobody may use ${route}: it is missing in the table of routes.`);
}

/** As its controller declares it, whatever an application that embeds the engine puts before it. */
function routeOf(context: ExecutionContext): string {
  const [controller, handler] = [context.getClass(), context.getHandler()];
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const parts = [controller, handler].map((target) => String(Reflect.getMetadata(PATH_METADATA, target)));
  const path = parts.flatMap((part) => part.split('/')).filter((part) => part !== '');
  return `${method} /${path.join('/')}`;
}
