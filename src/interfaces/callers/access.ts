import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Conversations } from '../../engine/turn/index.js';
import { EngineError } from '../../platform/common/errors.js';
import { inTenant } from '../../platform/common/tenant.js';
import { CONFIG, DATABASE } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import type { Database } from '../../platform/persistence/index.js';
import { Authentication } from './authentication.js';
import type { Admitted, Caller } from './caller.js';
import { closedDoor } from './closed-door.js';
import { PERMISSIONS, type Permission, type Reach, reachOf } from './permissions.js';
import type { RouteAccess } from './routes.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What a service calls its user: the same rule as for the subject of a token, as far as a header can hold it. */
const USER = /^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/;
const ON_BEHALF_OF = 'x-on-behalf-of';

/** Decides whether a request may go on, by the tables of routes and permissions. */
@Injectable()
export class Access {
  constructor(
    private readonly authentication: Authentication,
    private readonly conversations: Conversations,
    @Inject(CONFIG) private readonly config: ConvEngineConfig,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * @throws EngineError UNAUTHORIZED where nobody known asks, FORBIDDEN where their role or tenant may not, NOT_FOUND for a
   *   conversation that is not theirs, or INVALID_REQUEST
   */
  async admit(request: FastifyRequest, access: RouteAccess): Promise<Admitted | undefined> {
    const { needs, conversation } = access;
    if (needs === 'public' || needs === 'link') return undefined;
    const caller = await this.authentication.identify(request);
    if (caller.tenant !== this.config.auth.tenant) await this.checkTenant(caller, access);
    const reach = reachOfCaller(caller, needs);
    if (reach === undefined) throw this.refusal(caller, needs);
    const named = userNamed(request, caller, needs);
    const bound = named ?? (reach === 'own' ? caller.subject : undefined);
    if (bound === undefined) return { caller, access, owner: undefined };
    if (conversation !== 'turn') {
      await inTenant(caller.tenant, () => this.checkOwner(request, conversation, bound));
    }
    return { caller, access, owner: { user: bound, bringsIds: named !== undefined } };
  }

  /**
   * Whether a request that was let in would be let in again: for answers that last. While nobody can tell, it would.
   */
  async isStillAdmitted(request: FastifyRequest, access: RouteAccess): Promise<boolean> {
    this.authentication.forget(request);
    try {
      await this.admit(request, access);
      return true;
    } catch (error) {
      return !(error instanceof EngineError) || error.status >= 500;
    }
  }

  /** @throws EngineError FORBIDDEN where the database would not keep them from the rows of others, and for what all share */
  private async checkTenant({ tenant }: Caller, { isShared }: RouteAccess): Promise<void> {
    const own = this.config.auth.tenant;
    if (!(await this.database.keepsTenantsApart())) throw new EngineError('FORBIDDEN', onlyTenant(tenant, own));
    if (!isShared) return;
    throw new EngineError('FORBIDDEN', `This address is about what all tenants share: it is for callers of "${own}".`);
  }

  /** @throws EngineError NOT_FOUND in the same words for somebody else's conversation as for none */
  private async checkOwner(
    { params, body }: FastifyRequest,
    conversation: RouteAccess['conversation'],
    user: string,
  ): Promise<void> {
    const id = conversation === 'path' ? field(params, 'id') : field(body, 'conversationId');
    // What is no id is left to whoever checks the request.
    if (conversation !== undefined && (typeof id !== 'string' || !UUID.test(id))) return;
    if (conversation !== undefined && (await this.conversations.isOf(String(id).toLowerCase(), user))) return;
    throw new EngineError('NOT_FOUND', `There is no conversation ${String(id)}.`);
  }

  private refusal(caller: Caller, needs: Permission): EngineError {
    if (caller.doors) return closedDoor(PERMISSIONS[needs].door, this.config, this.authentication.takesOthers);
    const has = caller.roles.length === 0 ? 'no role' : `the role ${caller.roles.join(', ')}`;
    const may = Object.keys(PERMISSIONS[needs].roles).join(', ');
    return new EngineError('FORBIDDEN', `This address is for ${may}; the caller has ${has}.`);
  }
}

/** Whose conversations a caller may do it with; undefined where they may not do it at all. */
export function reachOfCaller({ roles, doors }: Caller, permission: Permission): Reach | undefined {
  const isKnown = doors?.includes(PERMISSIONS[permission].door) ?? true;
  return isKnown ? reachOf(roles, permission) : undefined;
}

function onlyTenant(tenant: string, own: string): string {
  return (
    `The caller is of the tenant "${tenant}", and this service has the one of "${own}" alone, as its database keeps none apart. ` +
    `Give "${tenant}" a service with a database of its own (convengine.auth.tenant), or have PostgreSQL keep them apart ` +
    '(convengine migrate --row-level-security).'
  );
}

/** The user that a service speaks for; undefined where it names none. */
function userNamed({ headers }: FastifyRequest, { roles }: Caller, needs: Permission): string | undefined {
  const named = headers[ON_BEHALF_OF];
  if (named === undefined) return undefined;
  if (!roles.includes('service') || PERMISSIONS[needs].door !== 'conversation') {
    throw new EngineError('FORBIDDEN', 'A service alone names a user in X-On-Behalf-Of, and for conversations alone.');
  }
  if (typeof named === 'string' && USER.test(named)) return named;
  throw new EngineError('INVALID_REQUEST', 'X-On-Behalf-Of: expected up to 200 printable ASCII characters.');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
