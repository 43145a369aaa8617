import type { JWTPayload } from 'jose';
import type { ConvEngineConfig, Role } from '../config/index.js';

type RoleSettings = Pick<ConvEngineConfig['auth']['oidc'], 'roleClaim' | 'roles' | 'defaultRole'>;

/** What the holder of a token may be, by the claim that the settings name; empty where they are refused. */
export function rolesOf(claims: JWTPayload, { roleClaim, roles, defaultRole }: RoleSettings): readonly Role[] {
  const values = textsOf(claims[roleClaim] ?? inside(claims, roleClaim.split('.')));
  const named = values.flatMap((value) => (Object.hasOwn(roles, value) ? (roles[value] ?? []) : []));
  if (named.length > 0) return [...new Set(named)];
  return defaultRole === '' ? [] : [defaultRole];
}

function inside(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? inside((value as Record<string, unknown>)[name], rest) : undefined;
}

/** A list, or words between spaces as in `scope`. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ');
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
