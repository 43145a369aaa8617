import { Column } from 'typeorm';
import { ALL_TENANTS } from '../../common/tenant.js';
import { tenantAtWork } from '../portable-types.js';

/** Whose row it is. The database gives it its value, and compares it where it keeps tenants apart: no statement names it. */
export function TenantColumn(): PropertyDecorator {
  return Column({ name: 'tenant_id', type: 'text', default: tenantAtWork });
}

/** Whose row of the flow it is, or which rows of the flow a version has changed: those that all tenants share, or one tenant's. */
export function FlowTenantColumn(): PropertyDecorator {
  return Column({ name: FLOW_TENANT, type: 'text', default: ALL_TENANTS });
}

/** The column, in the tables of the flow. */
export const FLOW_TENANT = 'tenant_id';
