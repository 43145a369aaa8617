import { Column } from 'typeorm';
import { tenantAtWork } from '../portable-types.js';

/** Whose row it is. The database gives it its value, and compares it where it keeps tenants apart: no statement names it. */
export function TenantColumn(): PropertyDecorator {
  return Column({ name: 'tenant_id', type: 'text', default: tenantAtWork });
}
