import { EngineError, messageOf } from '../common/errors.js';
import { currentTenant } from '../common/tenant.js';
import { readSecret, type SecretReference } from './secret.js';

/** By tenant, the references that stand in the place of those that tools name. */
export type TenantSecrets = Readonly<Record<string, { readonly secrets: Readonly<Record<string, string>> }>>;

/** Reads the secrets of tools: those of the tenant at work where it has its own, never those of another one. */
export class ToolSecrets {
  constructor(private readonly tenants: TenantSecrets = {}) {}

  /** The reference that counts for the tenant at work. */
  referenceFor(reference: SecretReference): SecretReference {
    const tenant = currentTenant();
    const own = tenant === undefined ? undefined : secretsOf(this.tenants, tenant)[reference];
    return (own as SecretReference | undefined) ?? reference;
  }

  /**
   * @param purpose as for `readSecret`
   * @throws EngineError SECRET_UNAVAILABLE
   */
  read(reference: SecretReference, purpose: string): Promise<string> {
    const own = this.referenceFor(reference);
    return readSecret(own, own === reference ? purpose : `${purpose} (tenant ${currentTenant()})`);
  }

  /**
   * Reads each secret of a tenant once, so that a service does not start without one.
   * @throws EngineError CONFIGURATION_INVALID naming tenant and key
   */
  async check(): Promise<void> {
    for (const [tenant, { secrets }] of Object.entries(this.tenants)) {
      for (const [reference, own] of Object.entries(secrets)) {
        const key = `convengine.tenants[${tenant}][secrets][${reference}]`;
        await readSecret(own as SecretReference, key).catch((error: unknown) => {
          throw new EngineError('CONFIGURATION_INVALID', messageOf(error), {}, { cause: error });
        });
      }
    }
  }
}

function secretsOf(tenants: TenantSecrets, tenant: string): Readonly<Record<string, string>> {
  return Object.hasOwn(tenants, tenant) ? (tenants[tenant]?.secrets ?? {}) : {};
}
